import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber, bigintOrNull } from '@lectern/database';

/** A resumable upload. */
@Entity({ name: 'tus_uploads' })
@Index('tus_uploads_expires', ['expires'])
export class TusUploadEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') id!: string;
  /** Resource of the target field, or once finished, of the created one; null until then. */
  @Column('text', { nullable: true }) rid!: string | null;
  @Column('text', { name: 'field_id', nullable: true }) fieldId!: string | null;
  /** Plan of the file and resource, sealed because it may contain passwords and cookies. */
  @Column('text', { name: 'sealed_file' }) sealedFile!: string;
  /** Total size in bytes; null while unknown. */
  @Column('bigint', { nullable: true, transformer: bigintOrNull }) length!: number | null;
  /** Bytes received. */
  @Column('bigint', { transformer: bigintNumber }) offset!: number;
  /** Whether the resource or field is stored. */
  @Column('boolean') finished!: boolean;
  @Column({ type: 'timestamptz', precision: 6 }) expires!: Date;
}

/** A part of an upload in the blob store. */
@Entity({ name: 'tus_parts' })
@Index('tus_parts_blob', ['blobKey'])
export class TusPartEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text', { name: 'upload_id' }) uploadId!: string;
  /** Offset of the part in the upload. */
  @PrimaryColumn('bigint', { transformer: bigintNumber }) start!: number;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
}
