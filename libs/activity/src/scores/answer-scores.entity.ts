import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ActivityEntity } from '../activity/activity.entity';

/**
 * Scores of one recorded answer; before it is scored, what waits for them. A trigger adds the row with that of the
 * activity log, and the database deletes it with that one.
 */
@Entity({ name: 'answer_scores' })
@ForeignKey(() => ActivityEntity, ['kbid', 'event_id'], ['kbid', 'id'], {
  name: 'answer_scores_event',
  onDelete: 'CASCADE',
})
@Index('answer_scores_due', ['due'], { where: 'due IS NOT NULL' })
@Index('answer_scores_dates', ['kbid', 'date'])
export class AnswerScoresEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Id of the row in the activity log. */
  @PrimaryColumn('bigint') event_id!: string;
  /** When it was asked. */
  @Column({ type: 'timestamptz', precision: 3 }) date!: Date;
  /** When it is to be scored next; null when that is done or given up. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) due!: Date | null;
  @Column('smallint', { default: 0 }) attempts!: number;
  /** What scored it; null when nothing did. */
  @Column('text', { nullable: true }) model!: string | null;
  @Column('smallint', { nullable: true }) answer_relevance!: number | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('jsonb', { nullable: true }) context_relevance!: readonly (number | null)[] | null;
  @Column('jsonb', { nullable: true }) groundedness!: readonly (number | null)[] | null;
  /** What periods are summed up from. */
  @Column('smallint', { nullable: true }) context_min!: number | null;
  @Column('smallint', { nullable: true }) context_max!: number | null;
  @Column('integer', { default: 0 }) context_sum!: number;
  @Column('integer', { default: 0 }) context_count!: number;
  @Column('smallint', { nullable: true }) ground_min!: number | null;
  @Column('smallint', { nullable: true }) ground_max!: number | null;
  @Column('integer', { default: 0 }) ground_sum!: number;
  @Column('integer', { default: 0 }) ground_count!: number;
}
