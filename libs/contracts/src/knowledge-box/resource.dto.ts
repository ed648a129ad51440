import type { ParagraphKind } from '../index/paragraph';
import type { FieldStatus, FieldType, ResourceStatus, TextFormat } from './identifiers';
import type { Finding } from './processing-status.operations';
import type { Classification } from './resource-payload.dto';

/** Why a field is not what was hoped for. */
export interface FieldError {
  readonly body: string;
  readonly code: number;
  readonly code_str: string;
  readonly created: string | null;
  readonly severity: 'ERROR' | 'WARNING';
}

export interface CloudLink {
  readonly uri: string;
  readonly size: number;
  readonly content_type: string;
  readonly filename: string;
  readonly md5: string;
}

export interface TextFieldValue {
  readonly body: string;
  readonly format: TextFormat;
  readonly md5: string;
  readonly extract_strategy: string;
  readonly split_strategy: string;
}

export interface FileFieldValue {
  readonly added: string;
  readonly file: CloudLink;
  readonly language: string;
  readonly password: string;
  readonly external: boolean;
  /** With which an external file is fetched; never shown. */
  readonly extra_headers?: Readonly<Record<string, string>>;
  readonly extract_strategy: string;
  readonly split_strategy: string;
}

export interface LinkFieldValue {
  readonly added: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly language: string;
  readonly localstorage: Readonly<Record<string, string>>;
  readonly css_selector: string;
  readonly xpath: string;
  readonly extract_strategy: string;
  readonly split_strategy: string;
}

export type FieldValue = TextFieldValue | FileFieldValue | LinkFieldValue | string;

export interface ExtractedParagraph {
  /** Code points, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly start_seconds: readonly number[];
  readonly end_seconds: readonly number[];
  readonly kind: ParagraphKind;
  readonly classifications: readonly { readonly labelset: string; readonly label: string }[];
  readonly sentences: readonly { readonly start: number; readonly end: number; readonly key: string }[];
  readonly key: string;
  /** Pages from 0. */
  readonly page: { readonly page: number; readonly page_with_visual: boolean } | null;
  readonly representation: { readonly is_a_table: boolean; readonly reference_file: string } | null;
  readonly relations: null;
}

export interface EntityMention {
  readonly text: string;
  readonly label: string;
  readonly positions: readonly { readonly start: number; readonly end: number }[];
}

export interface FieldMetadata {
  readonly links: readonly string[];
  readonly paragraphs: readonly ExtractedParagraph[];
  readonly ner: Readonly<Record<string, string>>;
  readonly entities: Readonly<Record<string, { readonly entities: readonly EntityMention[] }>>;
  readonly classifications: readonly { readonly labelset: string; readonly label: string }[];
  readonly last_index: string | null;
  readonly last_understanding: string | null;
  readonly last_extract: string | null;
  readonly last_summary: string | null;
  readonly last_processing_start: string | null;
  readonly thumbnail: null;
  readonly language: string;
  readonly summary: string;
  readonly positions: Readonly<Record<string, unknown>>;
  readonly relations: null;
  readonly mime_type: string;
}

/** What processing found in a field; members as asked for. */
export interface ExtractedData {
  readonly text?: {
    readonly text: string;
    readonly split_text: Readonly<Record<string, string>>;
    readonly deleted_splits: readonly string[];
  };
  readonly metadata?: {
    readonly metadata: FieldMetadata;
    readonly split_metadata: Readonly<Record<string, FieldMetadata>>;
    readonly deleted_splits: readonly string[];
  };
  readonly vectors?: {
    readonly vectors: {
      readonly vectors: readonly {
        readonly start: number;
        readonly end: number;
        readonly start_paragraph: number;
        readonly end_paragraph: number;
        readonly vector: readonly number[];
      }[];
    };
    readonly split_vectors: Readonly<Record<string, never>>;
    readonly deleted_splits: readonly string[];
  };
  readonly file?: Readonly<Record<string, unknown>>;
  readonly link?: Readonly<Record<string, unknown>>;
}

export interface FieldData {
  readonly value?: FieldValue;
  readonly extracted?: ExtractedData;
  readonly error?: FieldError;
  readonly status?: FieldStatus;
  readonly errors?: readonly FieldError[];
}

/** One field with its type and id. */
export class Field implements FieldData {
  field_type!: FieldType;
  field_id!: string;
  value?: FieldValue;
  extracted?: ExtractedData;
  error?: FieldError;
  status?: FieldStatus;
  errors?: readonly FieldError[];
}

export interface ResourceData {
  readonly texts?: Readonly<Record<string, FieldData>>;
  readonly files?: Readonly<Record<string, FieldData>>;
  readonly links?: Readonly<Record<string, FieldData>>;
  readonly generics?: Readonly<Record<string, FieldData>>;
}

export interface ResourceOrigin {
  readonly source_id?: string;
  readonly url?: string;
  readonly created?: string;
  readonly modified?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly collaborators: readonly string[];
  readonly filename?: string;
  readonly related: readonly string[];
  readonly path?: string;
  readonly source: 'WEB' | 'DESKTOP' | 'API' | 'PYSDK';
}

/** A resource as it is read; only the members that `show` asked for. */
export class Resource {
  /** 32 hex digits. */
  id!: string;
  slug?: string;
  title?: string;
  summary?: string;
  icon?: string;
  thumbnail?: string;
  metadata?: {
    readonly metadata: Readonly<Record<string, string>>;
    readonly language: string;
    readonly languages: readonly string[];
    readonly status: ResourceStatus;
  };
  usermetadata?: { readonly classifications: readonly Classification[]; readonly relations: readonly never[] };
  fieldmetadata?: readonly never[];
  computedmetadata?: { readonly field_classifications: readonly never[] };
  /** UTC without suffix. */
  created?: string;
  modified?: string;
  last_seqid?: number;
  last_account_seq?: number | null;
  queue?: 'private' | 'shared';
  hidden?: boolean;
  /**
   * What it cannot be found by yet: its words (nor its meaning then), or its meaning; null once it is found by both.
   * Absent in search results.
   */
  waits_for?: Finding | null;
  origin?: ResourceOrigin;
  extra?: { readonly metadata: object };
  relations?: readonly never[];
  security?: { readonly access_groups: readonly string[] };
  data?: ResourceData;
}

export class ResourceList {
  resources!: Resource[];
  pagination!: { readonly page: number; readonly size: number; readonly last: boolean };
}

export class ResourceCreated {
  uuid!: string;
  /** Seconds that the commit took. */
  elapsed!: number;
  /** Number in the processing queue; absent when nothing is processed. */
  seqid?: number;
}

/** Number in the processing queue; null when nothing is processed. */
export class Queued {
  seqid!: number | null;
}

export class UploadAccepted {
  seqid!: number;
  uuid!: string;
  field_id!: string;
}
