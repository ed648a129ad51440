import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber, bigintOrNull } from '../resource/bigint-number';

/** An upload that comes in several requests. */
@Entity({ name: 'tus_uploads' })
@Index('tus_uploads_expires', ['expires'])
export class TusUploadEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') id!: string;
  /** Of the field that the file is for, and after the end of the one that it became; null until then. */
  @Column('text', { nullable: true }) rid!: string | null;
  @Column('text', { name: 'field_id', nullable: true }) fieldId!: string | null;
  /** What the file is and the resource is to be, sealed: it may contain passwords and cookies. */
  @Column('text', { name: 'sealed_file' }) sealedFile!: string;
  /** Bytes in all; null while unknown. */
  @Column('bigint', { nullable: true, transformer: bigintOrNull }) length!: number | null;
  /** Bytes received. */
  @Column('bigint', { transformer: bigintNumber }) offset!: number;
  /** Whether the resource or field is stored. */
  @Column('boolean') finished!: boolean;
  @Column({ type: 'timestamptz', precision: 6 }) expires!: Date;
}

/** Bytes of an upload that are in the blob store. */
@Entity({ name: 'tus_parts' })
@Index('tus_parts_blob', ['blobKey'])
export class TusPartEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text', { name: 'upload_id' }) uploadId!: string;
  /** Bytes of the upload before it. */
  @PrimaryColumn('bigint', { transformer: bigintNumber }) start!: number;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
}
