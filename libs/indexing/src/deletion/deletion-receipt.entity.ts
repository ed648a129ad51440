import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Records the deletion of a resource and the data it left behind. */
@Entity({ name: 'deletion_receipts' })
@Index('deletion_receipts_at', ['deletedAt'])
export class DeletionReceiptEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  /** Version of the deletion, by which the purge identifies its receipt. */
  @Column('bigint') version!: string;
  @Column('text') by!: string;
  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 6 }) deletedAt!: Date;
  @Column({ type: 'timestamptz', name: 'purged_at', precision: 6, nullable: true }) purgedAt!: Date | null;
  /** Rows that were removed, by table. */
  @Column('jsonb') rows!: Readonly<Record<string, number>>;
  @Column('text', { array: true, name: 'blob_keys' }) blobKeys!: string[];
}
