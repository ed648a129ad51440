import type { StoredParagraph } from '@lectern/contracts/core';
import type { AskRequest, RagStrategy } from '@lectern/contracts/search';
import type { ContextImage } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../../degradation/degradation';
import type { AskCall } from '../ask-call';
import type { AskFindings } from '../ask-retrieval';
import { strategyOf } from '../prequeries';
import { type ContextEntry, paragraphEntry, userEntries, withEntries, withinWindow } from './context-entry';
import { ContextPictures, type PictureWanted } from './context-pictures';
import { ContextSteps, type StepContext } from './context-steps';
import { ConversationSteps } from './conversation-steps';

/** Context limits of the answering model. */
export interface ModelRoom {
  /** Token limit of the context. */
  readonly tokensMax: number;
  /** Whether the model accepts images. */
  readonly vision: boolean;
}

/** The context that the model receives. */
export interface AskContextBuilt {
  readonly entries: readonly ContextEntry[];
  readonly images: readonly ContextImage[];
  /** Strategies that failed, with the reasons. */
  readonly skipped: readonly string[];
  /** Milliseconds by strategy. */
  readonly timings: Readonly<Record<string, number>>;
}

/** Strategies that define their own texts for the context. */
const ownTexts = [
  ...(['full_resource', 'hierarchy', 'neighbouring_paragraphs', 'field_extension', 'conversation'] as const),
];

type StrategyNamed<N extends RagStrategy['name']> = Extract<RagStrategy, { readonly name: N }>;
type Entries = readonly ContextEntry[];

/** Builds the context from the results by applying the strategies in order; a failing strategy is skipped. */
@Injectable()
export class AskContext {
  constructor(
    private readonly steps: ContextSteps,
    private readonly conversations: ConversationSteps,
    private readonly pictures: ContextPictures,
    private readonly degradation: Degradation,
  ) {}

  /** @throws AppError `cancelled` */
  async build(call: AskCall, findings: AskFindings, room: ModelRoom): Promise<AskContextBuilt> {
    const run = new ContextRun(call, this.degradation);
    const of = stepContext(call, findings, room);
    const wanted: PictureWanted[] = [];
    let entries = startOf(call.request, findings);
    for (const { name, step } of this.planOf(call.request, findings, wanted))
      entries = await run.attempt(name, entries, (so) => step(so, of));
    entries = withinWindow(entries, room.tokensMax);
    const images = room.vision
      ? await run.attempt('rag_images_strategies', [], () => this.pictures.of(call.request, of, { wanted, entries }))
      : [];
    return { entries, images, ...run.outcome() };
  }

  /** The strategies' steps, in the order in which they apply. */
  private planOf(request: AskRequest, findings: AskFindings, wanted: PictureWanted[]) {
    const named = <N extends RagStrategy['name']>(name: N) => strategyOf(request, name);
    const plan: { name: string; step: (entries: Entries, of: StepContext) => Promise<Entries> }[] = [];
    const add = <N extends RagStrategy['name']>(
      name: N,
      step: (entries: Entries, of: StepContext, strategy: StrategyNamed<N>) => Promise<Entries>,
    ) => {
      const strategy = named(name);
      if (strategy) plan.push({ name, step: (entries, of) => step(entries, of, strategy) });
    };
    const messages = messagesByMeaning(findings);
    if (messages.length > 0 && !ownTexts.some((name) => named(name)))
      plan.push({ name: 'messages', step: (entries, of) => this.conversations.following(entries, of, messages) });
    add('full_resource', (...all) => this.steps.fullResource(...all));
    add('hierarchy', (...all) => this.steps.hierarchy(...all));
    add('neighbouring_paragraphs', (...all) => this.steps.neighbours(...all));
    add('field_extension', (...all) => this.steps.fieldExtension(...all));
    add('conversation', async (...all) => {
      const { entries, pictures } = await this.conversations.conversation(...all);
      wanted.push(...pictures);
      return entries;
    });
    add('metadata_extension', (...all) => this.steps.metadata(...all));
    return plan;
  }
}

/** Runs the strategies in order and records their durations and failures. */
class ContextRun {
  private readonly skipped: string[] = [];
  private readonly timings: Record<string, number> = {};

  constructor(
    private readonly call: AskCall,
    private readonly degradation: Degradation,
  ) {}

  async attempt<T>(name: string, before: T, step: (before: T) => Promise<T>): Promise<T> {
    const startedAtMs = performance.now();
    try {
      return await step(before);
    } catch (error) {
      if (this.call.signal.aborted) throw error;
      this.degradation.report('context', error);
      this.skipped.push(name);
      return before;
    } finally {
      this.timings[`context_${name}`] = performance.now() - startedAtMs;
    }
  }

  outcome() {
    return { skipped: this.skipped, timings: this.timings };
  }
}

function startOf(request: AskRequest, { matches, resources }: AskFindings): Entries {
  const found = matches.map(({ paragraph }) => ({
    ...paragraphEntry(paragraph),
    title: resources[paragraph.rid]?.title || paragraph.resourceTitle || undefined,
  }));
  return withEntries(userEntries(request.extra_context), found);
}

function stepContext(
  { kbid, principal, signal, requestId }: AskCall,
  { matches, resources, wholeResource, visibility }: AskFindings,
  { tokensMax }: ModelRoom,
): StepContext {
  const found: readonly StoredParagraph[] = matches.map(({ paragraph }) => paragraph);
  const scope = { kbid, visibility };
  return { scope, principal, signal, requestId, found, resources, tokensMax, wholeResource };
}

/** Ids of the messages that were not found by keyword alone. */
function messagesByMeaning({ matches }: AskFindings): readonly string[] {
  return matches
    .filter(({ type }) => type !== 'BM25')
    .map(({ paragraph }) => paragraph.id)
    .filter(isOfMessage);
}

function isOfMessage(id: string): boolean {
  return id.split('/')[1] === 'c';
}
