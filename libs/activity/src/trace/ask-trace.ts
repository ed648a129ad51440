import type { CheckedSentence, Principal } from '@lectern/contracts/core';
import type { AskRequest, TracedRetrieval, TracedScore, TracedSentence } from '@lectern/contracts/search';
import type { AnswerToGenerate, ChatTurn } from '@lectern/contracts/understanding';
import type { FusedHit } from '@lectern/ranking';
import { createHash } from 'node:crypto';
import type { RetrievalStages } from './retrieval-observer';
import type { AskObserver, Rephrased } from './ask-observer';

/** Increment when older traces become unreadable. */
export const TRACE_VERSION = 1;

/** A traced question. */
export interface TracedCall {
  readonly request: AskRequest;
  readonly principal: Principal;
  readonly target?: { readonly rid?: string; readonly rslug?: string };
}

/** A context entry without its text, which belongs to the resource and is deleted with it. */
export interface TracedEntry {
  readonly key: string;
  readonly chars: number;
  /** The first 16 hex digits of the SHA-256 of the text. */
  readonly digest: string;
}

/** How a question was answered, in its stored form. Contains no texts of resources. */
export interface AskTrace {
  readonly version: number;
  /** Data for applying the same visibility as for the asker. */
  readonly asker: Pick<Principal, 'kind' | 'roles' | 'securityGroups'>;
  /** The only resource that was asked about. */
  readonly target?: TracedCall['target'];
  /** As sent, with the members of its search configuration. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Whether large members of the request were left out, which prevents a replay. */
  readonly isReduced?: boolean;
  readonly rephrased?: string;
  readonly history: readonly ChatTurn[];
  readonly retrievals: readonly TracedRetrieval[];
  readonly context: readonly TracedEntry[];
  /** Absent when the answer was not compared with the context. */
  readonly sentences?: readonly TracedSentence[];
  readonly prompt?: { readonly system?: string; readonly user?: string; readonly question: string };
}

/** Collects references for the trace of one question while it is answered; the trace is built afterwards. */
export class AskTraceRecording implements AskObserver {
  private readonly stages: RetrievalStages[] = [];
  private question: Rephrased = { history: [] };
  private prompt: AnswerToGenerate | undefined;
  private request: AskRequest;
  private sentences: readonly TracedSentence[] | undefined;

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

  /** @param sentences of the answer, compared with the context */
  compared(sentences: readonly CheckedSentence[]): void {
    this.sentences = sentences.map(({ status, start, end, sources }) => ({
      status,
      start,
      end,
      sources: [...new Set(sources.map(({ key }) => key))],
    }));
  }

  /** Approximate size: characters of the context. */
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
      // Retrievals run concurrently and end in any order.
      retrievals: this.stages.map(retrievalOf).toSorted((a, b) => (retrievalKey(a) < retrievalKey(b) ? -1 : 1)),
      context: prompt?.context.map(({ key, text }) => ({ key, chars: text.length, digest: digestOf(text) })) ?? [],
      ...(this.sentences && { sentences: this.sentences }),
      ...(prompt && { prompt: { system: prompt.system, user: prompt.user, question: prompt.question } }),
    };
  }
}

/** Identifies a text without containing it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The members of the search configuration are already included. */
function requestOf({ search_configuration: _, given: __, ...request }: AskRequest & { readonly given?: unknown }) {
  return request;
}

function retrievalKey({ query, parameters }: TracedRetrieval): string {
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

/** Hits of one leg among the best, best first. */
function legOf(hits: readonly FusedHit[], leg: FusedHit['legs'][number]['leg']): TracedScore[] {
  return hits
    .flatMap(({ id, legs }) => legs.flatMap((one) => (one.leg === leg ? [{ ...one, id }] : [])))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id, score }) => ({ id, score }));
}
