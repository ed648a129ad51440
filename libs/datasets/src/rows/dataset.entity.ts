import type { TrainsetType } from '@lectern/contracts/knowledge-box';
import { bigintNumber } from '@lectern/database';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A dataset of an account. */
@Entity({ name: 'datasets' })
export class DatasetEntity {
  @PrimaryColumn('uuid') account!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') type!: TrainsetType;
  /** The filter of its export. */
  @Column('text', { array: true }) labels!: string[];
  /** Id of the NUA client that created it; null when a user did. */
  @Column('text', { name: 'nua_client', nullable: true }) nuaClient!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 6 }) createdAt!: Date;
}

/** A partition of a dataset: one Arrow stream in the blob store. */
@Entity({ name: 'dataset_partitions' })
@ForeignKey(() => DatasetEntity, ['account', 'dataset'], ['account', 'id'], {
  name: 'dataset_partitions_dataset',
  onDelete: 'CASCADE',
})
@Index('dataset_partitions_blob', ['blobKey'])
export class DatasetPartitionEntity {
  @PrimaryColumn('uuid') account!: string;
  @PrimaryColumn('uuid') dataset!: string;
  /** Its name. */
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
  @Column('bigint', { name: 'size_bytes', transformer: bigintNumber }) sizeBytes!: number;
  @Column('bigint', { name: 'row_count', transformer: bigintNumber }) rowCount!: number;
  @Column({ type: 'timestamptz', name: 'uploaded_at', precision: 6 }) uploadedAt!: Date;
}
