import type { TransferStatus } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintOrNull } from '../resource/bigint-number';

/** A file that a knowledge box is written into. */
@Entity({ name: 'exports' })
@Index('exports_expires', ['expires'])
export class ExportEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** 32 hex digits. */
  @PrimaryColumn('text') id!: string;
  /** Of the account whose backup has this id and gets the file; null for an export. */
  @Column('uuid', { nullable: true }) account!: string | null;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
  @Column('text') status!: TransferStatus;
  /** Resources. */
  @Column('integer') total!: number;
  @Column('integer') processed!: number;
  @Column('integer') retries!: number;
  /** Why it failed. */
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('bigint', { name: 'size_bytes', nullable: true, transformer: bigintOrNull }) sizeBytes!: number | null;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  /** When the attempt that runs last said that it goes on; null while none runs. */
  @Column({ type: 'timestamptz', name: 'alive_at', precision: 6, nullable: true }) aliveAt!: Date | null;
  /** When row and file are removed. */
  @Column({ type: 'timestamptz', precision: 6 }) expires!: Date;
}
