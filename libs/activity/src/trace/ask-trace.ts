import type { Principal } from '@lectern/contracts/core';
import type { AskRequest, TracedRetrieval, TracedScore } from '@lectern/contracts/search';
import type { AnswerToGenerate, ChatTurn } from '@lectern/contracts/understanding';
import type { FusedHit } from '@lectern/ranking';
import { createHash } from 'node:crypto';
import type { RetrievalStages } from './retrieval-observer';
import type { AskObserver, Rephrased } from './ask-observer';

/** Increases when older traces cannot be read any more. */
export const TRACE_VERSION = 1;

/** A question that is traced. */
export interface TracedCall {
  readonly request: AskRequest;
  readonly principal: Principal;
  readonly target?: { readonly rid?: string; readonly rslug?: string };
}

/** What the model got, without its text: that is the resource's, and goes with it. */
export interface TracedEntry {
  readonly key: string;
  readonly chars: number;
  /** The first 16 hex digits of the SHA-256 of the text. */
  readonly digest: string;
}

/** How a question was answered, as it is stored. Texts of resources are not in it. */
export interface AskTrace {
  readonly version: number;
  /** What is needed to see the same as who asked. */
  readonly asker: Pick<Principal, 'kind' | 'roles' | 'securityGroups'>;
  /** The only resource that might answer. */
  readonly target?: TracedCall['target'];
  /** As it was sent, with the members of its search configuration. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Whether large members of the request were left out, so that it cannot be replayed. */
  readonly isReduced?: boolean;
  readonly rephrased?: string;
  readonly history: readonly ChatTurn[];
  readonly retrievals: readonly TracedRetrieval[];
  readonly context: readonly TracedEntry[];
  readonly prompt?: { readonly system?: string; readonly user?: string; readonly question: string };
}

/** Collects the trace of one question while it is answered, by reference; it is made afterwards. */
export class AskTraceRecording implements AskObserver {
  private readonly stages: RetrievalStages[] = [];
  private question: Rephrased = { history: [] };
  private prompt: AnswerToGenerate | undefined;
  private request: AskRequest;

  constructor(private readonly call: TracedCall) {
    this.request = call.request;
  }

  retrieved(stages: RetrievalStages): void {
    this.stages.push(stages);
  }

  rephrased(question: Rephrased): void {
    this.question = question;
  }

  prompted(prompt: AnswerToGenerate, request: AskRequest): void {
    this.prompt = prompt;
    this.request = request;
  }

  /** About how much it holds: characters of the context. */
  get chars(): number {
    return this.prompt?.context.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
  }

  trace(): AskTrace {
    const { principal, target } = this.call;
    const { kind, roles, securityGroups } = principal;
    const { prompt } = this;
    return {
      version: TRACE_VERSION,
      asker: { kind, roles, ...(securityGroups && { securityGroups }) },
      ...(target && { target: { rid: target.rid, rslug: target.rslug } }),
      request: requestOf(this.request),
      ...(this.question.rephrased !== undefined && { rephrased: this.question.rephrased }),
      history: this.question.history,
      // Several run at the same time and end in any order.
      retrievals: this.stages.map(retrievalOf).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
      context: prompt?.context.map(({ key, text }) => ({ key, chars: text.length, digest: digestOf(text) })) ?? [],
      ...(prompt && { prompt: { system: prompt.system, user: prompt.user, question: prompt.question } }),
    };
  }
}

/** Names a text without saying it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** A search configuration is part of it already. */
function requestOf({ search_configuration: _, given: __, ...request }: AskRequest & { readonly given?: unknown }) {
  return request;
}

function keyOf({ query, parameters }: TracedRetrieval): string {
  return JSON.stringify([query, parameters]);
}

function retrievalOf({ query, hits, ranked, ...found }: RetrievalStages): TracedRetrieval {
  const { filter, legs, topK, vectorset, vectorsets, fusion, rerankerWindow, withDuplicates } = query;
  const { language, weight, minScore, warnings } = found;
  return {
    query: query.query,
    parameters: {
      legs: [...legs].sort(),
      top_k: topK,
      vectorset: vectorset ?? vectorsets[0] ?? null,
      fusion,
      reranker_window: rerankerWindow,
      with_duplicates: withDuplicates,
      language,
      semantic_weight: weight,
      min_score: minScore,
      filter: filter ?? null,
    },
    keyword: legOf(hits, 'keyword'),
    semantic: legOf(hits, 'semantic'),
    graph: legOf(hits, 'graph'),
    fused: hits.map(({ id, score }) => ({ id, score })),
    ranked: ranked.map(({ id, score }) => ({ id, score })),
    warnings,
  };
}

/** What one leg found of the best, best first. */
function legOf(hits: readonly FusedHit[], leg: FusedHit['legs'][number]['leg']): TracedScore[] {
  return hits
    .flatMap(({ id, legs }) => legs.flatMap((one) => (one.leg === leg ? [{ ...one, id }] : [])))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id, score }) => ({ id, score }));
}
