import type { AskRequest } from '@lectern/contracts/search';
import type { AnswerToGenerate, ChatTurn, ContextImage, GeneratorInUse } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { ZoneModels } from '../models/zone-models';
import { answerPrompt, answerTokens, wantedTokens } from './answer-prompt';
import type { AskCall } from './ask-call';
import { imageOf } from './chat-history';
import { refuseUnfit } from './fitting-model';
import type { AskFindings } from './ask-findings';
import { AskContext, type AskContextBuilt } from './context/ask-context';
import { CONTEXT_PICTURES_MAX, PICTURES_DEFAULT } from './context/context-pictures';
import { contextTokens } from './context/context-window';

/** Approximate token cost of an image. */
const TOKENS_PER_IMAGE = 1_500;

/** The model's input and how it was built. */
export interface PreparedPrompt extends Pick<AskContextBuilt, 'entries' | 'images'> {
  readonly prompt: AnswerToGenerate;
  readonly generator: GeneratorInUse;
  /** The results, with a warning for each skipped strategy. */
  readonly findings: AskFindings;
}

/** Builds the model's input from the results. */
@Injectable()
export class AskPrompts {
  constructor(
    private readonly models: ZoneModels,
    private readonly context: AskContext,
  ) {}

  /**
   * The model that answers.
   *
   * @throws AppError `invalid_request` when the requested model does not exist or lacks a requested capability;
   *   `invalid_query` when it wants more context than the model takes
   */
  async generatorOf(call: AskCall): Promise<GeneratorInUse> {
    const generator = await this.models.answering(call.request, call);
    wantedTokens(call.request, generator);
    refuseUnfit(call.request, generator);
    return generator;
  }

  /** @throws AppError `cancelled` */
  async prepare(
    call: AskCall,
    findings: AskFindings,
    { history, generator }: { readonly history: readonly ChatTurn[]; readonly generator: GeneratorInUse },
  ): Promise<PreparedPrompt> {
    const startedAtMs = performance.now();
    const { kbid, request } = call;
    const room = { tokensMax: tokensFor(request, history, generator), vision: generator.vision };
    const { entries, skipped, timings, ...built } = await this.context.build(withoutOtherImages(call), findings, room);
    const images = [...questionImages(request), ...built.images];
    const warnings = skipped.map((name) => `${name} was skipped: what it needs could not be read`);
    const results = { ...findings.results };
    if (warnings.length > 0) results.warnings = [...(results.warnings ?? []), ...warnings];
    return {
      entries,
      images,
      generator,
      prompt: answerPrompt(request, { kbid, history, entries, images, similarities: similaritiesOf(findings) }),
      findings: {
        ...findings,
        results,
        timings: { ...findings.timings, ...timings, context: performance.now() - startedAtMs },
      },
    };
  }
}

function similaritiesOf({ matches }: AskFindings): ReadonlyMap<string, number | undefined> {
  return new Map(matches.map(({ paragraph, similarity }) => [paragraph.id, similarity]));
}

/** An image in the question replaces all other images. */
function withoutOtherImages(call: AskCall): AskCall {
  const { request } = call;
  if (!request.query_image) return call;
  return { ...call, request: { ...request, extra_context_images: undefined, rag_images_strategies: [] } };
}

function questionImages({ query_image: image }: AskRequest): readonly ContextImage[] {
  return image ? [{ key: 'QUERY_IMAGE', ...imageOf(image) }] : [];
}

function tokensFor(request: AskRequest, history: readonly ChatTurn[], generator: GeneratorInUse): number {
  const { prompt, query } = request;
  const prompts = typeof prompt === 'object' && prompt ? [prompt.system ?? '', prompt.user ?? ''] : [prompt ?? ''];
  const schema = request.answer_json_schema ? JSON.stringify(request.answer_json_schema) : '';
  const images = generator.vision ? imagesAtMost(request) * TOKENS_PER_IMAGE : 0;
  return contextTokens({
    modelTokensMax: Math.max(generator.contextTokensMax - images, Math.ceil(generator.contextTokensMax / 2)),
    wanted: wantedTokens(request, generator),
    answerTokensMax: answerTokens(request),
    others: [query, schema, ...prompts, ...history.map(({ text }) => text)],
  });
}

function imagesAtMost(request: AskRequest): number {
  if (request.query_image) return 1;
  const found = request.rag_images_strategies.map(
    (one) => ('count' in one ? one.count : undefined) ?? PICTURES_DEFAULT,
  );
  const all = found.reduce((sum, count) => sum + count, request.extra_context_images?.length ?? 0);
  return Math.min(all, CONTEXT_PICTURES_MAX);
}
