import type { TransferStatus } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintOrNull } from '@lectern/database';

/** An export of a knowledge box to a file. */
@Entity({ name: 'exports' })
@Index('exports_expires', ['expires'])
export class ExportEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** 32 hex digits. */
  @PrimaryColumn('text') id!: string;
  /** For a backup, the account; the backup has the same id and receives the file. Null for an export. */
  @Column('uuid', { nullable: true }) account!: string | null;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
  @Column('text') status!: TransferStatus;
  /** Number of resources. */
  @Column('integer') total!: number;
  @Column('integer') processed!: number;
  @Column('integer') retries!: number;
  /** Reason of the failure. */
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('bigint', { name: 'size_bytes', nullable: true, transformer: bigintOrNull }) sizeBytes!: number | null;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  /** Last heartbeat of the running attempt; null if none is running. */
  @Column({ type: 'timestamptz', name: 'alive_at', precision: 6, nullable: true }) aliveAt!: Date | null;
  /** When the row and the file are deleted. */
  @Column({ type: 'timestamptz', precision: 6 }) expires!: Date;
}
