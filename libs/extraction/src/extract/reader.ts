import type { PageStructure } from '@lectern/contracts/knowledge-box';
import type { DocumentBuilder } from './document-builder';
import type { InflateBudget } from './inflate-budget';
import type { ExtractLimits } from './limits';

/** A file in memory with the metadata of its sender. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly filename?: string;
  readonly password?: string;
}

/** Result of reading a picture: its text, or why it has none. */
export type RecognizedText =
  | { readonly text: string; readonly pages?: readonly PageStructure[] }
  | { readonly reason: string };

/** A stretch of speech, with the seconds where it is heard. */
export interface SpokenPart {
  readonly startS: number;
  readonly endS: number;
  readonly text: string;
}

/** Transcript of a file, as far as it is read, or why it is missing. */
export type HeardSound =
  | { readonly parts: readonly SpokenPart[]; readonly warning?: string }
  | { readonly reason: string };

/** Services for a reader besides the file. */
export interface ReadContext {
  readonly limits: ExtractLimits;
  readonly budget: InflateBudget;
  /** Actual type of the bytes. */
  readonly mediaType: string;
  /** Reads a file that lies within this one, and puts its text where the document is now. Failures become warnings. */
  readonly nested: (part: Source) => Promise<void>;
  /**
   * Hands over the written content, which is complete: no heading of it is open, and nothing of it will change.
   *
   * @param position where to continue after it, as JSON; the reader gets it as `resume` when it has to continue there
   */
  readonly handOver: (position?: unknown) => Promise<void>;
  /** Last position that an earlier reading of the same file passed to `handOver`; absent at the beginning. */
  readonly resume?: unknown;
  /** Absent where nothing can read pictures. @param png a page that is a picture */
  readonly recognize?: (png: Uint8Array) => Promise<RecognizedText>;
  /** Absent where nothing can read speech. */
  readonly hear?: (sound: Uint8Array, mediaType: string) => Promise<HeardSound>;
  /** Takes where the words of a page stand that is a picture; absent where nobody wants to know. @param page from 0 */
  readonly recognized?: (page: number, structure: PageStructure) => void;
  /** Takes the rows of a sheet; absent where nobody wants to know. */
  readonly sheet?: (name: string, rows: readonly (readonly string[])[]) => void;
  /** Whether parts that a program hides are read, too: sheets, rows, columns, text. Not unless it is said. */
  readonly includesHidden?: boolean;
  /** Says that the reader is not stuck. */
  readonly alive: () => void;
}

/** Ends a reading at a place where it can be gone on with. */
export class Paused extends Error {
  override readonly name = 'Paused';
}

/** Puts the text of one format family into the document. @throws ExtractError */
export type FormatReader = (source: Source, document: DocumentBuilder, context: ReadContext) => Promise<void>;
