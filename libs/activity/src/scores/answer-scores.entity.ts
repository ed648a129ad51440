import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ActivityEntity } from '../activity/activity.entity';

/**
 * Scores of one recorded answer, or the pending scoring of it. A trigger inserts the row together with that of the
 * activity log, and the database deletes both together.
 */
@Entity({ name: 'answer_scores' })
@ForeignKey(() => ActivityEntity, ['kbid', 'event_id'], ['kbid', 'id'], {
  name: 'answer_scores_event',
  onDelete: 'CASCADE',
})
@Index('answer_scores_due', ['kbid', 'due'], { where: 'due IS NOT NULL' })
@Index('answer_scores_dates', ['kbid', 'date'])
export class AnswerScoresEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Id of the row in the activity log. */
  @PrimaryColumn('bigint') event_id!: string;
  /** Time of the question. */
  @Column({ type: 'timestamptz', precision: 3 }) date!: Date;
  /** When to score it next; null when done or given up. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) due!: Date | null;
  @Column('smallint', { default: 0 }) attempts!: number;
  /** The scoring model; null if it has not been scored. */
  @Column('text', { nullable: true }) model!: string | null;
  @Column('smallint', { nullable: true }) answer_relevance!: number | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('jsonb', { nullable: true }) context_relevance!: readonly (number | null)[] | null;
  @Column('jsonb', { nullable: true }) groundedness!: readonly (number | null)[] | null;
  /** Values from which periods are aggregated. */
  @Column('smallint', { nullable: true }) context_min!: number | null;
  @Column('smallint', { nullable: true }) context_max!: number | null;
  @Column('integer', { default: 0 }) context_sum!: number;
  @Column('integer', { default: 0 }) context_count!: number;
  @Column('smallint', { nullable: true }) ground_min!: number | null;
  @Column('smallint', { nullable: true }) ground_max!: number | null;
  @Column('integer', { default: 0 }) ground_sum!: number;
  @Column('integer', { default: 0 }) ground_count!: number;
}
