import { type ActivityRow, activityEventTypes } from '@lectern/contracts/search';
import type { RecordedEvent } from './activity.entity';
import { SCORES_OF_ROW_SQL } from './scores-of-row.sql';

/** A kind of activity, in lower case. */
export type EventType = (typeof activityEventTypes)[number];
/** A member of a row. */
export type ActivityField = keyof ActivityRow;

const common = [
  'id',
  'date',
  'user_id',
  'user_type',
  'client_type',
  'total_duration',
  'audit_metadata',
  'resource_id',
  'svc_tokens',
  'token_details',
] as const satisfies readonly ActivityField[];
const search = [
  'question',
  'resources_count',
  'filter',
  'retrieval_rephrased_question',
  'vectorset',
  'security',
  'min_score_bm25',
  'min_score_semantic',
  'result_per_page',
  'retrieval_time',
] as const satisfies readonly ActivityField[];
const chat = [
  'question',
  'rephrased_question',
  'answer',
  'learning_id',
  'retrieved_context',
  'chat_history',
  'feedback_good',
  'feedback_comment',
  'feedback_good_all',
  'feedback_good_any',
  'feedback',
  'model',
  'rag_strategies_names',
  'rag_strategies',
  'status',
  'generative_answer_first_chunk_time',
  'generative_reasoning_first_chunk_time',
  'generative_answer_time',
  'remi_scores',
  'user_request',
  'reasoning',
] as const satisfies readonly ActivityField[];

const shownOfSearch: readonly ActivityField[] = ['question', 'resources_count'];
const shownOfChat: readonly ActivityField[] = ['question', 'rephrased_question', 'answer', 'rag_strategies_names'];

/** The fields of an event type, starting with `id`. */
export function fieldsOfEventType(type: EventType): ReadonlySet<ActivityField> {
  const ofSearch = ['search', 'ask', 'suggest', 'retrieve'].includes(type) ? search : [];
  const ofChat = type === 'chat' || type === 'ask' ? chat : [];
  return new Set([...common, ...ofSearch, ...ofChat]);
}

/** The fields shown by default. */
export function defaultFieldsOf(type: EventType): ReadonlySet<ActivityField> {
  const ofSearch = type === 'search' || type === 'ask' ? shownOfSearch : [];
  const ofChat = type === 'chat' || type === 'ask' ? shownOfChat : [];
  return new Set<ActivityField>(['id', 'date', ...ofSearch, ...ofChat]);
}

/** The name under which an event type is recorded. */
export function recordedAs(type: EventType): RecordedEvent {
  return type === 'chat' ? 'ask' : type;
}

/** SQL expression of a field's value. */
export function columnOf(field: ActivityField): string {
  if (field === 'retrieval_rephrased_question') return 'rephrased_question';
  return field === 'remi_scores' ? SCORES_OF_ROW_SQL : `"${field}"`;
}
