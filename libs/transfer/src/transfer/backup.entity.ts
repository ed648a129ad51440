import type { BackupStatus } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintOrNull } from '@lectern/database';

/** An account's copy of a knowledge box. It outlives the box, so the box is not part of its key. */
@Entity({ name: 'backups' })
@Index('backups_source', ['account', 'sourceId'])
export class BackupEntity {
  @PrimaryColumn('uuid') account!: string;
  @PrimaryColumn('uuid') id!: string;
  /** Id of the source box. */
  @Column('uuid', { name: 'source_id' }) sourceId!: string;
  /** Slug of the box at the start of the backup. */
  @Column('text') slug!: string;
  @Column('text') title!: string;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
  @Column('text') status!: BackupStatus;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('bigint', { name: 'size_bytes', nullable: true, transformer: bigintOrNull }) sizeBytes!: number | null;
  @Column({ type: 'timestamptz', precision: 6 }) started!: Date;
  @Column({ type: 'timestamptz', precision: 6, nullable: true }) finished!: Date | null;
}
