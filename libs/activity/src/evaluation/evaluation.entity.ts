import type { EvaluationQuestion, EvaluationResult, EvaluationState } from '@lectern/contracts/search';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A set of questions. */
@Entity({ name: 'evaluation_sets' })
export class EvaluationSetEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') title!: string;
  @Column('jsonb') questions!: readonly EvaluationQuestion[];
  @Column('integer') size!: number;
  @Column({ type: 'timestamptz', precision: 3 }) created!: Date;
  @Column({ type: 'timestamptz', precision: 3 }) modified!: Date;
}

/** One way to search and answer. */
export interface StoredVariant {
  readonly configuration: string | null;
  readonly model: string | null;
}

/** How the questions of a run are asked. */
export interface EvaluationSettings {
  readonly variants: readonly StoredVariant[];
  readonly answers: boolean;
  readonly k: number;
  readonly topK: number;
}

/** A run of a set. */
@Entity({ name: 'evaluation_runs' })
@Index('evaluation_runs_of_set', ['kbid', 'setId', 'created'])
export class EvaluationRunEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'set_id' }) setId!: string;
  @Column('text') title!: string;
  /** As they were when it began. */
  @Column('jsonb') questions!: readonly EvaluationQuestion[];
  @Column('integer') size!: number;
  @Column('jsonb') settings!: EvaluationSettings;
  /** Account that pays; null for the deployment itself. */
  @Column('text', { nullable: true }) account!: string | null;
  @Column('text') author!: string;
  @Column('text') state!: EvaluationState;
  @Column('text', { nullable: true }) error!: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) created!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) finished!: Date | null;
}

/** What one question brought in one variant of a run. */
@Entity({ name: 'evaluation_results' })
export class EvaluationResultEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('uuid', { name: 'run_id' }) runId!: string;
  @PrimaryColumn('integer') variant!: number;
  /** Of the question in the run, from 0. */
  @PrimaryColumn('integer') place!: number;
  @Column('jsonb') result!: EvaluationResult;
}
