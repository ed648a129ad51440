import type { DocumentBuilder } from './document-builder';
import type { InflateBudget } from './inflate-budget';
import type { ExtractLimits } from './limits';

/** A file in memory and what its sender said of it. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly filename?: string;
  readonly password?: string;
}

/** What a reader may use besides the file. */
export interface ReadContext {
  readonly limits: ExtractLimits;
  readonly budget: InflateBudget;
  /** What the bytes really are. */
  readonly mediaType: string;
  /** Reads a file that lies within this one, and puts its text where the document is now. Failures become warnings. */
  readonly nested: (part: Source) => Promise<void>;
}

/** Puts the text of one format family into the document. @throws ExtractError */
export type FormatReader = (source: Source, document: DocumentBuilder, context: ReadContext) => Promise<void>;
