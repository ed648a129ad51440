import type { ParagraphKind } from '@lectern/contracts/core';
import type { EntityMention, PageStructure } from '@lectern/contracts/knowledge-box';
import { readMessage, writeMessage } from '@lectern/contracts/messages';

/** Numbers of field types in the message. */
export const fieldTypes = { FILE: 0, LINK: 1, TEXT: 4, GENERIC: 6, CONVERSATION: 7 } as const;
export type MessageFieldType = (typeof fieldTypes)[keyof typeof fieldTypes];

/** Identifies a field of the resource. */
export interface MessageField {
  readonly field_type: MessageFieldType;
  readonly field: string;
}

interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/** Bytes that are fetched with the token in `uri`. */
export interface MessageFile {
  readonly uri: string;
  readonly size: number;
  readonly content_type: string;
  readonly filename: string;
  readonly md5: string;
  readonly source: 0;
}

export interface MessageLabel {
  readonly labelset: string;
  readonly label: string;
}

export interface MessageParagraph {
  readonly start: number;
  readonly end: number;
  readonly start_seconds: readonly number[];
  readonly end_seconds: readonly number[];
  readonly kind: number;
  readonly classifications: readonly MessageLabel[];
  readonly sentences: readonly { readonly start: number; readonly end: number; readonly key: string }[];
  readonly page?: { readonly page: number; readonly page_with_visual: boolean };
  readonly representation?: { readonly is_a_table: boolean; readonly reference_file: string };
}

export interface MessageMetadata {
  readonly links: readonly string[];
  readonly paragraphs: readonly MessageParagraph[];
  readonly ner: Readonly<Record<string, string>>;
  readonly classifications: readonly MessageLabel[];
  readonly language: string;
  readonly summary: string;
  readonly mime_type: string;
  readonly positions: Readonly<Record<string, { readonly position: readonly Span[]; readonly entity: string }>>;
  readonly entities: Readonly<Record<string, { readonly entities: readonly EntityMention[] }>>;
  /** Found by agents. */
  readonly relations?: readonly object[];
  readonly thumbnail?: MessageFile;
  readonly last_index: Timestamp;
  readonly last_understanding: Timestamp;
  readonly last_extract: Timestamp;
  readonly last_summary: Timestamp;
  readonly last_processing_start: Timestamp;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface MessageVector extends Span {
  readonly start_paragraph: number;
  readonly end_paragraph: number;
  readonly vector: readonly number[];
}

export interface MessageText {
  readonly text: string;
  readonly split_text: Readonly<Record<string, string>>;
}

interface Vectors {
  readonly vectors: readonly MessageVector[];
}

export interface MessageVectors {
  readonly vectors: Vectors;
  readonly split_vectors: Readonly<Record<string, Vectors>>;
}

export interface MessageError extends MessageField {
  readonly error: string;
  readonly code: number;
  readonly severity: number;
  readonly generated_by: { readonly processor: object } | { readonly data_augmentation: object };
}

/** Text of a field: in the message, or in a file of the type `ExtractedText`. */
export type TextWrapper = { readonly field: MessageField } & (
  | { readonly body: MessageText; readonly file?: undefined }
  | { readonly body?: undefined; readonly file: MessageFile }
);

/** Vectors of a field: in the message, or in a file of the type `VectorObject`. */
export type VectorsWrapper = { readonly field: MessageField; readonly vectorset_id: string } & (
  | { readonly vectors: MessageVectors; readonly file?: undefined }
  | { readonly vectors?: undefined; readonly file: MessageFile }
);

export interface MetadataWrapper {
  readonly field: MessageField;
  metadata: {
    readonly metadata: MessageMetadata;
    readonly split_metadata: Readonly<Record<string, MessageMetadata>>;
  };
}

/** The first rows of each sheet of a file. */
export interface RowsPreview {
  readonly sheets: Readonly<Record<string, { readonly rows: readonly { readonly cell: readonly string[] }[] }>>;
}

export interface FileData {
  readonly field: string;
  readonly language: string;
  readonly md5: string;
  readonly title: string;
  readonly icon: string;
  readonly file_generated: Readonly<Record<string, MessageFile>>;
  readonly file_rows_previews?: Readonly<Record<string, RowsPreview>>;
  readonly file_preview?: MessageFile;
  readonly file_thumbnail?: MessageFile;
  readonly file_pages_previews?: {
    readonly pages: readonly MessageFile[];
    readonly positions: readonly Span[];
    /** Positions of words on the first pages. */
    readonly structures: readonly PageStructure[];
  };
}

export interface LinkData {
  readonly field: string;
  readonly date: Timestamp;
  readonly language: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly link_thumbnail?: MessageFile;
  readonly link_image?: MessageFile;
}

/** A conversation generated by an agent. */
export interface MessageConversation {
  readonly messages: readonly {
    readonly timestamp?: Timestamp;
    readonly who: string;
    readonly to: readonly string[];
    readonly content: { readonly text: string; readonly format: number };
    readonly ident: string;
  }[];
  readonly extract_strategy: string;
  readonly split_strategy: string;
  readonly generated_by: { readonly data_augmentation: object };
}

/** Result of a push, with the members that processing sets. */
export interface ProcessedMessage {
  readonly kbid: string;
  readonly uuid: string;
  readonly slug: string;
  readonly basic: object;
  readonly conversations: Readonly<Record<string, MessageConversation>>;
  /** Fields generated by agents, by id. */
  readonly texts: Readonly<Record<string, object>>;
  readonly question_answers: readonly object[];
  /** Origins of its parts. */
  readonly generated_by: readonly object[];
  readonly link_extracted_data: readonly LinkData[];
  readonly file_extracted_data: readonly FileData[];
  readonly extracted_text: readonly TextWrapper[];
  readonly field_metadata: readonly MetadataWrapper[];
  readonly field_vectors: readonly VectorsWrapper[];
  readonly errors: readonly MessageError[];
  readonly done_time: Timestamp;
  readonly processing_id: string;
  readonly account_seq: number;
}

/** Created by the processor, to be applied at once. */
const always = { type: 0, source: 1 };

export function encodeMessage(message: ProcessedMessage): Uint8Array {
  return writeMessage('ProcessedMessage', { ...message, ...always });
}

export function decodeMessage(bytes: Uint8Array): ProcessedMessage {
  return readMessage('ProcessedMessage', bytes);
}

export function timestampOf(date: Date): Timestamp {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1_000);
  // Nanoseconds count forward, also before 1970.
  return { seconds, nanos: (ms - seconds * 1_000) * 1_000_000 };
}

const kinds: Readonly<Record<ParagraphKind, number>> = {
  TEXT: 0,
  OCR: 1,
  INCEPTION: 2,
  DESCRIPTION: 3,
  TRANSCRIPT: 4,
  TITLE: 5,
  TABLE: 6,
};

export function kindNumber(kind: ParagraphKind): number {
  return kinds[kind];
}
