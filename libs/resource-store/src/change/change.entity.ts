import type { ChangeKind, ProcessingStepKind } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** The position up to which the change log of a knowledge box has been pruned. */
@Entity({ name: 'change_floors' })
export class ChangeFloorEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Position of the newest pruned change: a reader that stopped before it has missed changes. */
  @Column('bigint') seq!: string;
}

/** A change to a resource, or a step of its processing. */
@Entity({ name: 'changes' })
@Index('changes_at', ['at'])
@Index('changes_seq', ['kbid', 'seq'], { unique: true, where: '"seq" IS NOT NULL' })
@Index('changes_xid', ['kbid', 'xid'])
@Index('changes_unread', ['kbid', 'id'], { where: '"seq" IS NULL' })
export class ChangeEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** In the order of writing, which can differ from the commit order for different resources. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  /**
   * Position in the log, assigned when the change is first read, so that no change is inserted before one that was
   * already read.
   */
  @Column('bigint', { nullable: true }) seq!: string | null;
  @Column('text') rid!: string;
  @Column('text') kind!: ChangeKind | ProcessingStepKind;
  /** Audit label, user id, or id of the service account; `system` for changes made by processing. */
  @Column('text') by!: string;
  @Column({ type: 'timestamptz', precision: 6 }) at!: Date;
  /** The transaction that wrote it, so that readers can tell whether a snapshot includes it; null in older rows. */
  @Column('bigint', { nullable: true, select: false }) xid?: string | null;
}
