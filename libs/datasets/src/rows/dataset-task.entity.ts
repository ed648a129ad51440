import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DatasetEntity } from './dataset.entity';

/** Position of a task in its dataset. */
export interface DatasetPosition {
  /** Name of the partition. */
  readonly partition: string;
  /** Its bytes: a partition that was replaced is read again from its beginning. */
  readonly blobKey: string;
  /** Byte at which the record batch begins. */
  readonly offset: number;
  /** Row in it. */
  readonly row: number;
}

/** A task on a dataset. */
@Entity({ name: 'dataset_tasks' })
@ForeignKey(() => DatasetEntity, ['account', 'dataset'], ['account', 'id'], {
  name: 'dataset_tasks_dataset',
  onDelete: 'CASCADE',
})
@Index('dataset_tasks_dataset_created', ['account', 'dataset', 'created'])
export class DatasetTaskEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account!: string;
  @Column('uuid') dataset!: string;
  /** Of the kind of task. */
  @Column('text') name!: string;
  /** As they were checked. */
  @Column('jsonb') parameters!: object;
  /** Id of the NUA client that started it, and gets the results. */
  @Column('text', { name: 'nua_client' }) nuaClient!: string;
  @Column('text', { name: 'started_by' }) startedBy!: string;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  @Column({ type: 'timestamptz', name: 'scheduled_at', precision: 6, nullable: true }) scheduledAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 6, nullable: true }) completedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'stopped_at', precision: 6, nullable: true }) stoppedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'failed_at', precision: 6, nullable: true }) failedAt!: Date | null;
  /** Failed attempts since its last progress. */
  @Column('integer') retries!: number;
  @Column('text', { nullable: true }) log!: string | null;
  /** The next row; null before the first one. */
  @Column('jsonb', { nullable: true }) position!: DatasetPosition | null;
  /** The keys of its model; null without any. */
  @Column('text', { nullable: true }) sealed!: string | null;
}
