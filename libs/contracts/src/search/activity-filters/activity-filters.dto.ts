import { IsOptional } from 'class-validator';
import { Either, ForbidUnknown } from '../../validation/decorators';
import { listOf } from '../../validation/node';
import {
  AuditCondition,
  FlagCondition,
  InstantCondition,
  NumberCondition,
  RowIdCondition,
  StatusCondition,
  TextCondition,
} from '../activity-condition/activity-condition.dto';

const AUDIT_CONDITIONS_MAX = 20;

/**
 * Conditions on fields of rows; all of them must hold. A row without a value of the field meets `isnull: true` only.
 * Fields that are not here cannot be filtered by, and a field must be one of the event type.
 */
@ForbidUnknown()
export class ActivityFilters {
  /** On the id of the row. Not together with `starting_after` or `ending_before`. */
  @IsOptional() @Either(() => RowIdCondition) id?: RowIdCondition | null;
  /** On the time of the request. */
  @IsOptional() @Either(() => InstantCondition) date?: InstantCondition | null;
  /** On who asked. */
  @IsOptional() @Either(() => TextCondition) user_id?: TextCondition | null;
  /** On the kind of the credential. */
  @IsOptional() @Either(() => TextCondition) user_type?: TextCondition | null;
  /** On the kind of the client. */
  @IsOptional() @Either(() => TextCondition) client_type?: TextCondition | null;
  /** On milliseconds from first to last. */
  @IsOptional() @Either(() => NumberCondition) total_duration?: NumberCondition | null;
  /** On members of `audit_metadata`: a list, or one condition. */
  @IsOptional()
  @Either(listOf(() => AuditCondition, { max: AUDIT_CONDITIONS_MAX }), () => AuditCondition)
  audit_metadata?: readonly AuditCondition[] | AuditCondition | null;
  /** On thousands of tokens that were used. */
  @IsOptional() @Either(() => NumberCondition) svc_tokens?: NumberCondition | null;
  /** On the question or query. */
  @IsOptional() @Either(() => TextCondition) question?: TextCondition | null;
  /** On the number of resources that were found. */
  @IsOptional() @Either(() => NumberCondition) resources_count?: NumberCondition | null;
  /** On the vectorset. */
  @IsOptional() @Either(() => TextCondition) vectorset?: TextCondition | null;
  /** On the least BM25 score. */
  @IsOptional() @Either(() => NumberCondition) min_score_bm25?: NumberCondition | null;
  /** On the least similarity. */
  @IsOptional() @Either(() => NumberCondition) min_score_semantic?: NumberCondition | null;
  /** On the requested number of results. */
  @IsOptional() @Either(() => NumberCondition) result_per_page?: NumberCondition | null;
  /** On milliseconds of the retrieval. */
  @IsOptional() @Either(() => NumberCondition) retrieval_time?: NumberCondition | null;
  /** On the question as it was rewritten. */
  @IsOptional() @Either(() => TextCondition) rephrased_question?: TextCondition | null;
  /** On the answer. */
  @IsOptional() @Either(() => TextCondition) answer?: TextCondition | null;
  /** On the id of the answer. */
  @IsOptional() @Either(() => TextCondition) learning_id?: TextCondition | null;
  /** On the newest feedback. */
  @IsOptional() @Either(() => FlagCondition) feedback_good?: FlagCondition | null;
  /** On the newest comment. */
  @IsOptional() @Either(() => TextCondition) feedback_comment?: TextCondition | null;
  /** On whether all feedback is good. */
  @IsOptional() @Either(() => FlagCondition) feedback_good_all?: FlagCondition | null;
  /** On whether any feedback is good. */
  @IsOptional() @Either(() => FlagCondition) feedback_good_any?: FlagCondition | null;
  /** On the model that answered. */
  @IsOptional() @Either(() => TextCondition) model?: TextCondition | null;
  /** On the code of the status of the answer: `0`, `-1`, `-2`, `-3`. */
  @IsOptional() @Either(() => StatusCondition) status?: StatusCondition | null;
  /** On milliseconds until the first piece of the answer. */
  @IsOptional() @Either(() => NumberCondition) generative_answer_first_chunk_time?: NumberCondition | null;
  /** On milliseconds until the first piece of the reasoning. */
  @IsOptional() @Either(() => NumberCondition) generative_reasoning_first_chunk_time?: NumberCondition | null;
  /** On milliseconds until the end of the answer. */
  @IsOptional() @Either(() => NumberCondition) generative_answer_time?: NumberCondition | null;
  /** On what the model thought before it answered. */
  @IsOptional() @Either(() => TextCondition) reasoning?: TextCondition | null;
}
