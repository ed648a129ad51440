import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber, bigintOrNull } from '@lectern/database';

/** A file to be pushed that comes in several requests. */
@Entity({ name: 'tus_uploads' })
@Index('tus_uploads_expires', ['expires'])
export class ProcessingUploadEntity {
  @PrimaryColumn('uuid') account!: string;
  @PrimaryColumn('text') id!: string;
  /** Metadata of the file, sealed: it may contain a password. */
  @Column('text', { name: 'sealed_file' }) sealedFile!: string;
  /** Bytes in all; null while unknown. */
  @Column('bigint', { nullable: true, transformer: bigintOrNull }) length!: number | null;
  /** Bytes received. */
  @Column('bigint', { transformer: bigintNumber }) offset!: number;
  /** Where the bytes are once all of them are there; null until then. */
  @Column('text', { name: 'blob_key', nullable: true }) blobKey!: string | null;
  /** MD5 of these bytes. */
  @Column('text', { nullable: true }) md5!: string | null;
  @Column({ type: 'timestamptz', precision: 6 }) expires!: Date;
}

/** Bytes of an upload that are in the blob store. */
@Entity({ name: 'tus_parts' })
export class ProcessingUploadPartEntity {
  @PrimaryColumn('uuid') account!: string;
  @PrimaryColumn('text', { name: 'upload_id' }) uploadId!: string;
  /** Bytes of the upload before it. */
  @PrimaryColumn('bigint', { transformer: bigintNumber }) start!: number;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
}
