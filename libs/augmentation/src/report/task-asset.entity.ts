import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A file of a report of a task. */
@Entity({ name: 'task_assets' })
@Index('task_assets_created', ['kbid', 'createdAt', 'id'])
@Index('task_assets_blob', ['blobKey'])
export class TaskAssetEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account!: string;
  @Column('uuid', { name: 'task_id' }) taskId!: string;
  /** Of the kind of task. */
  @Column('text', { name: 'task_name' }) taskName!: string;
  @Column('text', { name: 'content_type' }) contentType!: string;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
  @Column('integer', { name: 'size_bytes' }) sizeBytes!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 6 }) createdAt!: Date;
}
