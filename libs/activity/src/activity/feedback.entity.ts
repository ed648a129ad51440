import type { FeedbackTask } from '@lectern/contracts/search';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A user's feedback on an answer. It may be stored before the row of its question, or without one. */
@Entity({ name: 'feedback' })
@Index('feedback_answers', ['kbid', 'learning_id', 'id'])
@Index('feedback_age', ['date'])
export class FeedbackEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  @Column('text') learning_id!: string;
  @Column({ type: 'timestamptz', precision: 3 }) date!: Date;
  @Column('text') task!: FeedbackTask;
  @Column('boolean') good!: boolean;
  @Column('text', { nullable: true }) comment!: string | null;
  @Column('text', { nullable: true }) text_block_id!: string | null;
  @Column('text', { nullable: true }) user_id!: string | null;
  @Column('text') user_type!: string;
  @Column('text') client_type!: string;
}

/** Feedback to record; the database assigns the id. */
export type NewFeedback = Omit<FeedbackEntity, 'id'>;
