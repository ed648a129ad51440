import type { IndexCounts, IndexKind, IndexProblem, IndexRunState, IndexWork } from '@lectern/contracts/knowledge-box';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
import { bigintNumber } from '../resource/bigint-number';

/** What a run does next; of one that heals, which index it drops. */
export type IndexRunPhase = 'drop' | 'drop-keywords' | 'drop-vectors' | 'put' | 'sweep' | 'compare';

/** What is dropped before resources are put. */
export const droppedIn: Readonly<Partial<Record<IndexRunPhase, readonly IndexKind[]>>> = {
  drop: ['keywords', 'vectors'],
  'drop-keywords': ['keywords'],
  'drop-vectors': ['vectors'],
};

/** The last rebuild, and the last verification, of the indexes of a knowledge box. */
@Entity({ name: 'index_runs' })
export class IndexRunEntity {
  @ForeignKey(() => KnowledgeBoxEntity, { name: 'index_runs_box', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  kbid!: string;
  @PrimaryColumn('text') work!: IndexWork;
  /** Another one for each request: what works on an earlier one stops. */
  @Column('uuid') id!: string;
  @Column('text') state!: IndexRunState;
  @Column('boolean', { name: 'from_empty' }) fromEmpty!: boolean;
  @Column('text') phase!: IndexRunPhase;
  /** The last resource that was put; empty before the first. */
  @Column('text') cursor!: string;
  @Column('bigint', { name: 'resources_total', transformer: bigintNumber }) resourcesTotal!: number;
  @Column('bigint', { name: 'resources_done', transformer: bigintNumber }) resourcesDone!: number;
  /** Of late; 0 until there is one. */
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

/** A resource as it should be in an index, or as it is. */
export interface IndexEntry {
  readonly version: number;
  readonly paragraphs: number;
}

/** A resource that an index holds. */
export interface HeldResource extends IndexEntry {
  readonly rid: string;
}

/** What the last verification of a knowledge box found. */
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

/** What an index said it holds, while it is being compared. Nothing is lost with it. */
@Entity({ name: 'index_census' })
export class IndexCensusEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  @Column('bigint', { transformer: bigintNumber }) version!: number;
  @Column('integer') paragraphs!: number;
}
