import type { ChangeKind, ProcessingStepKind } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Up to where the change log of a knowledge box is forgotten. */
@Entity({ name: 'change_floors' })
export class ChangeFloorEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Of the newest change that is no longer kept: a reader that stopped before it has missed something. */
  @Column('bigint') seq!: string;
}

/** That a resource changed, or a step of its processing. */
@Entity({ name: 'changes' })
@Index('changes_at', ['at'])
@Index('changes_seq', ['kbid', 'seq'], { unique: true, where: '"seq" IS NOT NULL' })
@Index('changes_xid', ['kbid', 'xid'])
@Index('changes_unread', ['kbid', 'id'], { where: '"seq" IS NULL' })
export class ChangeEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** In the order of writing, which for different resources is not that of the commits. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  /** Position in the log, given when the change is first read: no change appears behind one that was read before it. */
  @Column('bigint', { nullable: true }) seq!: string | null;
  @Column('text') rid!: string;
  @Column('text') kind!: ChangeKind | ProcessingStepKind;
  /** Audit label, user id, or id of the service account; `system` for what processing changed. */
  @Column('text') by!: string;
  @Column({ type: 'timestamptz', precision: 6 }) at!: Date;
  /** The transaction that made it, so that readers know whether a snapshot shows it; null before that was kept. */
  @Column('bigint', { nullable: true, select: false }) xid?: string | null;
}
