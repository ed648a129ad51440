import type { ActivityRow } from '@lectern/contracts/search';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Recorded events: requests and changes to resources. `chat` shows the rows of `ask`. */
export type RecordedEvent = RecordedRequestEvent | RecordedResourceEvent;
export type RecordedRequestEvent = 'search' | 'ask' | 'suggest' | 'retrieve' | 'augment';
export type RecordedResourceEvent =
  | 'new'
  | 'modified'
  | 'deleted'
  | 'started'
  | 'indexed'
  | 'stopped'
  | 'processed'
  | 'visited';

/** One request. Columns are named after the corresponding members of the interface. */
@Entity({ name: 'activity' })
@Index('activity_months', ['kbid', 'event_type', 'month', 'id'])
@Index('activity_users', ['kbid', 'event_type', 'user_id', 'month', 'id'])
@Index('activity_age', ['date'])
@Index('activity_answers', ['kbid', 'learning_id'], { where: 'learning_id IS NOT NULL' })
export class ActivityEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  @Column('text') event_type!: RecordedEvent;
  @Column({ type: 'timestamptz', precision: 3 }) date!: Date;
  /** Month of `date` (UTC) as months since year 0. */
  @Column('integer') month!: number;
  @Column('text', { nullable: true }) user_id!: string | null;
  @Column('text', { nullable: true }) user_type!: string | null;
  @Column('text', { nullable: true }) client_type!: string | null;
  @Column('double precision', { nullable: true }) total_duration!: number | null;
  @Column('jsonb', { nullable: true }) audit_metadata!: Readonly<Record<string, string>> | null;
  @Column('text', { nullable: true }) resource_id!: string | null;
  @Column('double precision', { nullable: true }) svc_tokens!: number | null;
  @Column('text', { nullable: true }) question!: string | null;
  @Column('integer', { nullable: true }) resources_count!: number | null;
  @Column('jsonb', { nullable: true }) filter!: object | null;
  @Column('text', { nullable: true }) rephrased_question!: string | null;
  @Column('text', { nullable: true }) vectorset!: string | null;
  @Column('jsonb', { nullable: true }) security!: ActivityRow['security'];
  @Column('double precision', { nullable: true }) min_score_bm25!: number | null;
  @Column('double precision', { nullable: true }) min_score_semantic!: number | null;
  @Column('integer', { nullable: true }) result_per_page!: number | null;
  @Column('double precision', { nullable: true }) retrieval_time!: number | null;
  @Column('text', { nullable: true }) answer!: string | null;
  @Column('text', { nullable: true }) learning_id!: string | null;
  @Column('jsonb', { nullable: true }) retrieved_context!: ActivityRow['retrieved_context'];
  @Column('jsonb', { nullable: true }) chat_history!: ActivityRow['chat_history'];
  @Column('text', { nullable: true }) model!: string | null;
  @Column('smallint', { nullable: true }) status!: number | null;
  @Column('double precision', { nullable: true }) generative_answer_first_chunk_time!: number | null;
  @Column('double precision', { nullable: true }) generative_reasoning_first_chunk_time!: number | null;
  @Column('double precision', { nullable: true }) generative_answer_time!: number | null;
  @Column('text', { nullable: true }) reasoning!: string | null;
  @Column('jsonb', { nullable: true }) token_details!: ActivityRow['token_details'];
  @Column('jsonb', { nullable: true }) rag_strategies_names!: ActivityRow['rag_strategies_names'];
  @Column('jsonb', { nullable: true }) rag_strategies!: ActivityRow['rag_strategies'];
  @Column('jsonb', { nullable: true }) user_request!: ActivityRow['user_request'];
  /**
   * The newest feedback on the whole answer. Feedback is stored in another table; these columns are derived from it.
   */
  @Column('boolean', { nullable: true }) feedback_good!: boolean | null;
  @Column('text', { nullable: true }) feedback_comment!: string | null;
  @Column('boolean', { nullable: true }) feedback_good_all!: boolean | null;
  @Column('boolean', { nullable: true }) feedback_good_any!: boolean | null;
  @Column('jsonb', { nullable: true }) feedback!: ActivityRow['feedback'];
}

/** Number of rows of a kind per hour, so that rows need not be counted. */
@Entity({ name: 'activity_hours' })
@Index('activity_hours_age', ['hour'])
export class ActivityHourEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') event_type!: RecordedEvent;
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) hour!: Date;
  @Column('bigint') count!: string;
}

/** A deleted knowledge box, for which nothing is recorded any more. */
@Entity({ name: 'purged_boxes' })
export class PurgedBoxEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @Column({ type: 'timestamptz', name: 'purged_at', precision: 3 }) purgedAt!: Date;
}

/** An event to record, with only the members that it has; the database assigns the id. */
export type NewActivity = Pick<
  ActivityEntity,
  'kbid' | 'event_type' | 'date' | 'user_id' | 'user_type' | 'client_type'
> &
  Partial<Omit<ActivityEntity, 'id' | 'month' | FeedbackColumn>>;

type FeedbackColumn = 'feedback_good' | 'feedback_comment' | 'feedback_good_all' | 'feedback_good_any' | 'feedback';
