import type { Principal } from '@lectern/contracts/core';
import type { ImportNote, TransferStatus } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '../resource/bigint-number';

/** Who started an import, with the roles on the box at that time. */
export type ImportCaller = Pick<Principal, 'kind' | 'id' | 'roles'>;

/** A file that is read into a knowledge box. */
@Entity({ name: 'imports' })
@Index('imports_expires', ['expires'])
@Index('imports_blob', ['blobKey'])
export class ImportEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** 32 hex digits. */
  @PrimaryColumn('text') id!: string;
  /** Who asked, for the change log. */
  @Column('text') by!: string;
  /** Null in rows of earlier versions. */
  @Column('jsonb', { nullable: true }) caller!: ImportCaller | null;
  /** The backup whose file it is: it stays, and brings the settings of the box. */
  @Column('text', { nullable: true }) backup!: string | null;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
  @Column('bigint', { name: 'size_bytes', transformer: bigintNumber }) sizeBytes!: number;
  @Column('text') status!: TransferStatus;
  /** Resources. */
  @Column('integer') total!: number;
  @Column('integer') processed!: number;
  @Column('integer') retries!: number;
  /** Why it failed. */
  @Column('text', { nullable: true }) reason!: string | null;
  /** What became of resources that could not be stored as they are in the file. */
  @Column('jsonb') notes!: ImportNote[];
  /** Bytes of the file that are stored. */
  @Column('bigint', { transformer: bigintNumber }) position!: number;
  /** Files, fields and resources up to there. */
  @Column('jsonb') counts!: Record<string, number>;
  /** Keys of blobs that were written and that no field names yet. */
  @Column('text', { name: 'loose_blobs', array: true }) looseBlobs!: string[];
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  /** When the row and a file that is kept for another attempt are removed. */
  @Column({ type: 'timestamptz', precision: 6 }) expires!: Date;
}
