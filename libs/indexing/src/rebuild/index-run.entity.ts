import type { IndexCounts, IndexKind, IndexProblem, IndexRunState, IndexWork } from '@lectern/contracts/knowledge-box';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { KnowledgeBoxEntity } from '@lectern/resource-store';
import { bigintNumber } from '@lectern/database';

/** The next step of a run; for a run that heals, the index that it drops. */
export type IndexRunPhase = 'drop' | 'drop-keywords' | 'drop-vectors' | 'put' | 'sweep' | 'compare';

/** The indexes dropped before resources are put. */
export const droppedIn: Readonly<Partial<Record<IndexRunPhase, readonly IndexKind[]>>> = {
  drop: ['keywords', 'vectors'],
  'drop-keywords': ['keywords'],
  'drop-vectors': ['vectors'],
};

/** The last rebuild and the last verification of the indexes of a knowledge box. */
@Entity({ name: 'index_runs' })
export class IndexRunEntity {
  @ForeignKey(() => KnowledgeBoxEntity, { name: 'index_runs_box', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  kbid!: string;
  @PrimaryColumn('text') work!: IndexWork;
  /** New for each request; work on an earlier run then stops. */
  @Column('uuid') id!: string;
  @Column('text') state!: IndexRunState;
  @Column('boolean', { name: 'from_empty' }) fromEmpty!: boolean;
  @Column('text') phase!: IndexRunPhase;
  /** The last resource that was put; empty before the first. */
  @Column('text') cursor!: string;
  @Column('bigint', { name: 'resources_total', transformer: bigintNumber }) resourcesTotal!: number;
  @Column('bigint', { name: 'resources_done', transformer: bigintNumber }) resourcesDone!: number;
  /** Recent rate; 0 until it is known. */
  @Column('real', { name: 'resources_per_s' }) resourcesPerS!: number;
  @Column('bigint', { transformer: bigintNumber }) removed!: number;
  @Column('bigint', { transformer: bigintNumber }) differences!: number;
  @Column('jsonb') indexes!: IndexCounts[];
  @Column('text', { nullable: true }) error!: string | null;
  @Column({ type: 'timestamptz', precision: 6 }) requested!: Date;
  @Column({ type: 'timestamptz', precision: 6, nullable: true }) started!: Date | null;
  @Column({ type: 'timestamptz', precision: 6 }) updated!: Date;
  @Column({ type: 'timestamptz', precision: 6, nullable: true }) ended!: Date | null;
}

/** A resource in its expected or actual state in an index. */
export interface IndexEntry {
  readonly version: number;
  readonly paragraphs: number;
}

/** A resource in an index. */
export interface HeldResource extends IndexEntry {
  readonly rid: string;
}

/** Differences found by the last verification of a knowledge box. */
@Entity({ name: 'index_differences' })
@Index('index_differences_box', ['kbid', 'index', 'id'])
export class IndexDifferenceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  @Column('uuid') kbid!: string;
  /** `keywords`, or a vectorset. */
  @Column('text') index!: string;
  @Column('text') rid!: string;
  @Column('text') problem!: IndexProblem;
  @Column('jsonb', { nullable: true }) expected!: IndexEntry | null;
  @Column('jsonb', { nullable: true }) held!: IndexEntry | null;
}

/** The reported contents of an index during a comparison. Losing it is harmless. */
@Entity({ name: 'index_census' })
export class IndexCensusEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  @Column('bigint', { transformer: bigintNumber }) version!: number;
  @Column('integer') paragraphs!: number;
}
