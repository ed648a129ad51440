import { authorOf, isObject, type Principal } from '@lectern/contracts/core';
import type { AskRequest, FilteredRequest, FindResults, RetrievalRequest } from '@lectern/contracts/search';
import type { NewActivity } from '../activity/activity.entity';

/** Recorded characters per text. */
export const RECORDED_TEXT_CHARS_MAX = 32_768;
/** Recorded characters of the filters' JSON. */
export const RECORDED_FILTER_CHARS_MAX = 16_384;

interface Turn {
  readonly author: string;
  readonly text: string;
}
type Filtered = FilteredRequest & Partial<Pick<RetrievalRequest, 'keyword_filters'>>;

/** Members shared by both kinds of requests. */
export interface RecordedRequest {
  readonly kbid: string;
  readonly principal: Principal;
  readonly client: string;
  readonly at: Date;
  /** Total duration in milliseconds. */
  readonly durationMs: number;
  readonly request: Filtered & { readonly query: string; readonly top_k: number };
  readonly results?: { readonly resources: object } & Partial<Pick<FindResults, 'min_score'>>;
  /** Duration of the retrieval in milliseconds. */
  readonly retrievalMs?: number;
}

/** The record of a request for paragraphs. */
export function recordedFind(find: RecordedRequest, event: 'search' | 'suggest' | 'retrieve' = 'search'): NewActivity {
  return { ...commonOf(find), event_type: event };
}

export function commonOf({
  kbid,
  principal,
  client,
  at,
  durationMs,
  request,
  ...found
}: RecordedRequest): Omit<NewActivity, 'event_type'> {
  const { results, retrievalMs = null } = found;
  const groups = principal.securityGroups ?? request.security?.groups ?? request.security?.access_groups;
  return {
    kbid,
    date: at,
    user_id: authorOf(principal) || null,
    user_type: principal.kind,
    client_type: client,
    total_duration: durationMs,
    audit_metadata: request.audit_metadata ?? null,
    question: request.query,
    resources_count: results ? Object.keys(results.resources).length : null,
    filter: filterOf(request),
    vectorset: request.vectorset ?? null,
    security: groups ? { groups } : null,
    min_score_bm25: results?.min_score?.bm25 ?? null,
    min_score_semantic: results?.min_score?.semantic ?? null,
    result_per_page: request.top_k,
    retrieval_time: retrievalMs,
  };
}

/** The conversation before a question. */
export function recordedHistory({ chat_history: history, context }: AskRequest): NewActivity['chat_history'] {
  return recordedTurns(history ?? context ?? []);
}

/** The newest turns that fit. */
export function recordedTurns(history: readonly Turn[]): NewActivity['chat_history'] {
  const turns: Turn[] = [];
  let chars = 0;
  for (const { author, text } of history.toReversed()) {
    chars += JSON.stringify({ author, text }).length;
    if (chars > RECORDED_TEXT_CHARS_MAX) break;
    turns.unshift({ author, text });
  }
  return turns.length > 0 ? turns : null;
}

/** The text, cut to the recorded length. */
export function recordedText(text: string): string {
  return text.slice(0, RECORDED_TEXT_CHARS_MAX);
}

const filterMembers = [
  'filter_expression',
  'fields',
  'filters',
  'resource_filters',
  'range_creation_start',
  'range_creation_end',
  'range_modification_start',
  'range_modification_end',
  'keyword_filters',
] as const satisfies readonly (keyof RetrievalRequest)[];

/** Members of the request that restrict results, without security; null if there are none or they are too large. */
function filterOf(request: Filtered): object | null {
  const given = filterMembers.flatMap((name) => {
    const value: unknown = request[name];
    const saysNothing = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    return saysNothing ? [] : [[name, value] as const];
  });
  if (given.length === 0) return null;
  const filter = Object.fromEntries(given);
  return JSON.stringify(filter).length > RECORDED_FILTER_CHARS_MAX ? null : filter;
}

/** Strategies of a request that are objects, and the names of all strategies. */
export function recordedStrategies(request: object): Pick<NewActivity, 'rag_strategies' | 'rag_strategies_names'> {
  const given: unknown = Reflect.get(request, 'rag_strategies');
  const strategies = Array.isArray(given) ? given.filter(isObject) : [];
  if (strategies.length === 0) return {};
  const names = strategies.map((strategy) => String(Reflect.get(strategy, 'name')));
  const isShort = JSON.stringify(strategies).length <= RECORDED_FILTER_CHARS_MAX;
  return {
    rag_strategies_names: names.map((name) => name.slice(0, 100)),
    ...(isShort && { rag_strategies: strategies }),
  };
}

/** Members that have their own column, or contain images. */
const leftOut: ReadonlySet<string> = new Set([
  'query',
  'chat_history',
  'context',
  'audit_metadata',
  'query_image',
  'extra_context_images',
]);

/** The request without members recorded elsewhere in the row; null if it is too large. */
export function recordedWhole(request: object): object | null {
  const members = Object.entries(request).filter(([name, value]) => !leftOut.has(name) && value !== undefined);
  const whole = Object.fromEntries(members);
  return JSON.stringify(whole).length > RECORDED_TEXT_CHARS_MAX ? null : whole;
}
