import type { ColumnType } from './partition-columns';

/** An encapsulated message of an Arrow stream. */
export interface ArrowMessage {
  /** A flatbuffer, with padding. */
  readonly metadata: Uint8Array;
  readonly body: Uint8Array;
}

/** Kind of a message of a stream. */
export interface MessageHead {
  readonly type: 'schema' | 'batch' | 'dictionary' | 'other';
  readonly bodyBytes: number;
}

/** Why a message cannot be accepted. */
export interface MessageProblem {
  readonly problem: string;
}

/** A record batch and the schema of its stream. */
export interface BatchOfStream {
  /** Metadata of the schema message. */
  readonly schema: Uint8Array;
  readonly batch: ArrowMessage;
}

/** A row of a dataset of the type `FIELD_STREAMING`. */
export interface FieldRow {
  readonly rid: string;
  readonly field: string;
  readonly fieldType: string;
  readonly split: string;
  readonly labels: readonly string[];
  /** A `FieldComputedMetadata` message with all members. */
  readonly metadata: unknown;
  readonly text: string;
  readonly basic: { readonly slug: string; readonly icon: string; readonly title: string };
  /** Why the row cannot be read; its other members are incomplete then. */
  readonly problem?: string;
}

/** Rows of a record batch. */
export interface RowPage {
  readonly rows: readonly FieldRow[];
  /** Index of the row after them; null after the last one. */
  readonly next: number | null;
}

/** Requests to the thread that reads partitions. */
export type PartitionRequest =
  | { readonly kind: 'head'; readonly metadata: Uint8Array; readonly columns: Readonly<Record<string, ColumnType>> }
  | ({ readonly kind: 'check'; readonly columns: Readonly<Record<string, ColumnType>> } & BatchOfStream)
  | ({ readonly kind: 'rows'; readonly from: number } & BatchOfStream);

/** Its answers, by kind of request. */
export type PartitionAnswer = MessageProblem | MessageHead | { readonly rowCount: number } | RowPage;
