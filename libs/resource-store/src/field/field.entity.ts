import type { FieldError, FieldLetter, FieldStatus, FieldValue } from '@lectern/contracts/knowledge-box';
import type { UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@lectern/database';

@Entity({ name: 'fields' })
@Index('fields_blob', ['blobKey'], { where: 'blob_key IS NOT NULL' })
@Index('fields_schema', ['kbid', 'id', 'rid'], { where: `"letter" = 'k'` })
// On expressions, which TypeORM cannot describe; migrations create them.
@Index('fields_md5', { synchronize: false })
@Index('fields_key_values', { synchronize: false })
export class FieldEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  @PrimaryColumn('text') letter!: FieldLetter;
  @PrimaryColumn('text') id!: string;
  @Column('jsonb') value!: FieldValue;
  @Column('text', { name: 'blob_key', nullable: true }) blobKey!: string | null;
  /** The file's password, sealed; deleted once the file has been opened. */
  @Column('text', { name: 'sealed_password', nullable: true }) sealedPassword!: string | null;
  /** Values of headers, cookies and local storage, sealed; `value` contains their names. */
  @Column('text', { name: 'sealed_secrets', nullable: true }) sealedSecrets!: string | null;
  /** Whether to extract entities and a summary from its text. */
  @Column('boolean', { name: 'ml_text', default: true }) mlText!: boolean;
  @Column('text') status!: FieldStatus;
  @Column('jsonb') errors!: FieldError[];
  /** Number in the processing queue of the last change; results of earlier ones are dropped. */
  @Column('bigint', { transformer: bigintNumber }) seqid!: number;
  /** The same for the last change of its content: results since then are still valid. */
  @Column('bigint', { name: 'content_seqid', transformer: bigintNumber }) contentSeqid!: number;
}

/** Processing results of a field. */
@Entity({ name: 'extracted_fields' })
export class ExtractedFieldEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  @PrimaryColumn('text') letter!: FieldLetter;
  @PrimaryColumn('text') id!: string;
  /** Number of the processed change. */
  @Column('bigint', { transformer: bigintNumber }) seqid!: number;
  @Column('text') text!: string;
  @Column('jsonb') paragraphs!: UnderstoodParagraph[];
  @Column('jsonb') understood!: UnderstoodField;
  @Column({ type: 'timestamptz', name: 'extracted_at', precision: 6 }) extractedAt!: Date;
}

/** A part of the results of a field whose processing takes long, kept until processing is complete. */
@Entity({ name: 'field_parts' })
export class FieldPartEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  @PrimaryColumn('text') letter!: FieldLetter;
  @PrimaryColumn('text') id!: string;
  @PrimaryColumn('bigint', { transformer: bigintNumber }) seqid!: number;
  /** From 0. */
  @PrimaryColumn('integer') part!: number;
  @Column('text') text!: string;
  @Column('jsonb') paragraphs!: UnderstoodParagraph[];
  /** Where another attempt continues after this part; null if it cannot. */
  @Column('text', { nullable: true }) resume!: string | null;
}

/** The vectors of one part of a field's paragraphs, in order, as little-endian 32-bit floats. */
@Entity({ name: 'field_vectors' })
export class FieldVectorsEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  @PrimaryColumn('text') letter!: FieldLetter;
  @PrimaryColumn('text') id!: string;
  @PrimaryColumn('text') vectorset!: string;
  /** From 0; each has 64 paragraphs (`PARAGRAPHS_PER_PART`), the last one the remainder. */
  @PrimaryColumn('integer') part!: number;
  /** Number of the change whose paragraphs were embedded. */
  @Column('bigint', { transformer: bigintNumber }) seqid!: number;
  @Column('bytea') vectors!: Buffer;
}

/** A field with paragraphs that are not yet in the index of a vectorset. */
@Entity({ name: 'unembedded_fields' })
@Index('unembedded_fields_vectorset', ['kbid', 'vectorset', 'rid'])
export class UnembeddedFieldEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  @PrimaryColumn('text') letter!: FieldLetter;
  @PrimaryColumn('text') id!: string;
  /** Empty if the box had no vectorset yet. */
  @PrimaryColumn('text') vectorset!: string;
  /** Number of the change whose paragraphs are to be embedded. */
  @Column('bigint', { transformer: bigintNumber }) seqid!: number;
}
