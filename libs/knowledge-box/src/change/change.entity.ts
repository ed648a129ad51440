import type { ChangeKind } from '@lectern/contracts';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { bigintNumber } from '../resource/bigint-number';

/** That a resource changed. Rows are ordered by `tx`, then `seq`. */
@Entity({ name: 'changes' })
@Index('changes_at', ['at'])
export class ChangeEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** The transaction that wrote the row: rows of a lower one may be committed later, never those below all open ones. */
  @PrimaryColumn('bigint', { transformer: bigintNumber }) tx!: number;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) seq!: string;
  @Column('text') rid!: string;
  @Column('text') kind!: ChangeKind;
  /** Audit label, user id, or id of the service account; `system` for what processing changed. */
  @Column('text') by!: string;
  @Column({ type: 'timestamptz', precision: 6 }) at!: Date;
}
