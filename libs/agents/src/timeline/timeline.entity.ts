import type { InteractionOutcome, TimelineContext, TimelineStep } from '@lectern/contracts/agents';
import type { Turn } from '../engine/module-models';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Of a request, what is recorded besides its question. Never its headers. */
export interface RecordedRequest {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Oldest first. */
  readonly history: readonly Turn[];
}

/** Steps of an interaction, and what was read. Texts of paragraphs are not kept. */
export interface TimelineDetail {
  readonly steps: readonly TimelineStep[];
  readonly context: readonly TimelineContext[];
  readonly is_reduced: boolean;
  /** What a replay needs besides the question; absent where it is too large. */
  readonly request?: RecordedRequest;
}

/** An interaction that has ended. */
@Entity({ name: 'timelines' })
@Index('timelines_latest', ['agent', 'date', 'id'])
@Index('timelines_session', ['agent', 'session_id', 'date', 'id'])
@Index('timelines_age', ['date'])
export class TimelineEntity {
  @PrimaryColumn('uuid') agent!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') session_id!: string;
  @Column('text') workflow!: string;
  @Column('text', { nullable: true }) user_id!: string | null;
  @Column('text') user_type!: string;
  @Column({ type: 'timestamptz', precision: 3 }) date!: Date;
  @Column('text') question!: string;
  @Column('text', { nullable: true }) answer!: string | null;
  @Column('text') outcome!: InteractionOutcome;
  @Column('text', { nullable: true }) error!: string | null;
  @Column('double precision') total_time!: number;
  @Column('double precision') input_svc_tokens!: number;
  @Column('double precision') output_svc_tokens!: number;
  @Column('jsonb') detail!: TimelineDetail;
}

/** The part of a journal file that is in the database. */
@Entity({ name: 'timeline_journals' })
@Index('timeline_journals_age', ['changedAt'])
export class TimelineJournalEntity {
  /** Name of the file. */
  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: string;
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3 }) changedAt!: Date;
}
