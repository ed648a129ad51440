/** Kind of a stretch of an extracted text. `record` is one unit of the source that must never be cut or joined. */
export type BlockKind = 'heading' | 'paragraph' | 'list_item' | 'table' | 'code' | 'record' | 'ocr' | 'transcript';

/** One stretch of the text, in UTF-16 offsets, end exclusive. */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** From 0; 0 where the format has no pages. */
  readonly page: number;
  /** Of a heading 1 to 6, of a list item its depth from 0. */
  readonly level?: number;
  /** Of a transcript: where it is heard. */
  readonly seconds?: { readonly start: number; readonly end: number };
  /** Of a table: name of the file that shows it. */
  readonly reference?: string;
}

/** Metadata that a document declares. */
export interface DocumentProperties {
  readonly title?: string;
  readonly description?: string;
  /** As declared, such as `en-GB`. */
  readonly language?: string;
  /** Address of the preview picture of the document. */
  readonly image?: string;
}

/** Of a field: what went wrong while its text was taken out. */
export interface FieldProblem {
  readonly body: string;
  readonly code: 0 | 1 | 2 | 3 | 4;
  readonly severity: 'ERROR' | 'WARNING';
}

/** Content since the last hand-over of a document; offsets are those of this text. */
export interface Section {
  /** Begins with the gap to the text before it. */
  readonly text: string;
  /** In order, not overlapping, gaps hold white space only. */
  readonly blocks: readonly Block[];
}

/** Properties of a document other than its text. */
export interface DocumentFacts {
  /** Actual type of the bytes. */
  readonly mediaType: string;
  readonly properties: DocumentProperties;
  /** Absolute addresses found in the content, each once, in order. */
  readonly links: readonly string[];
  /** How many it has; 0 for formats without pages. */
  readonly pages: number;
  /** Never severity ERROR: a failure is thrown as an ExtractError. */
  readonly warnings: readonly FieldProblem[];
}

/** Text and structure of one field of any kind. */
export type ExtractedDocument = Section & DocumentFacts;
