import type { Principal } from '@lectern/contracts/core';
import type { ImportNote, TransferStatus } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@lectern/database';

/** The caller of an import, with the roles on the box at that time. */
export type ImportCaller = Pick<Principal, 'kind' | 'id' | 'roles'>;

/** An import of a file into a knowledge box. */
@Entity({ name: 'imports' })
@Index('imports_expires', ['expires'])
@Index('imports_blob', ['blobKey'])
export class ImportEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** 32 hex digits. */
  @PrimaryColumn('text') id!: string;
  /** The caller, for the change log. */
  @Column('text') by!: string;
  /** Null in rows of earlier versions. */
  @Column('jsonb', { nullable: true }) caller!: ImportCaller | null;
  /** The backup that the file belongs to: the file is kept, and it contains the settings of the box. */
  @Column('text', { nullable: true }) backup!: string | null;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
  @Column('bigint', { name: 'size_bytes', transformer: bigintNumber }) sizeBytes!: number;
  @Column('text') status!: TransferStatus;
  /** Number of resources. */
  @Column('integer') total!: number;
  @Column('integer') processed!: number;
  @Column('integer') retries!: number;
  /** Reason of the failure. */
  @Column('text', { nullable: true }) reason!: string | null;
  /** Notes on resources that could not be stored unchanged. */
  @Column('jsonb') notes!: ImportNote[];
  /** Bytes of the file that have been stored. */
  @Column('bigint', { transformer: bigintNumber }) position!: number;
  /** Numbers of files, fields and resources up to that position. */
  @Column('jsonb') counts!: Record<string, number>;
  /** Keys of written blobs that no field refers to yet. */
  @Column('text', { name: 'loose_blobs', array: true }) looseBlobs!: string[];
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  /** When the row, and the file kept for another attempt, are deleted. */
  @Column({ type: 'timestamptz', precision: 6 }) expires!: Date;
}
