import { streamOperation } from '../core/operation';
import type { EntityMention, ExtractedParagraph } from '../knowledge-box/extracted-data.dto';
import type { FieldLetter, TextFormat } from '../knowledge-box/identifiers';

/** One field to understand: exactly one of text, file and link is present. */
export class FieldToProcess {
  kbid!: string;
  rid!: string;
  field!: { readonly letter: FieldLetter; readonly id: string };
  text?: { readonly body: string; readonly format: TextFormat };
  file?: {
    readonly key: string;
    readonly sizeBytes: number;
    readonly contentType: string;
    readonly filename: string;
    readonly password?: string;
  };
  link?: {
    readonly uri: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly cookies: Readonly<Record<string, string>>;
    readonly cssSelector?: string;
    readonly xpath?: string;
    /** Keeps the main content of a page; else all of it. */
    readonly mainContent: boolean;
  };
  /** Given by the caller; detected when absent. */
  language?: string;
  /**
   * Where an earlier attempt ended: `resume` of the last progress whose values were kept. What follows are the values
   * behind it, the same that the earlier attempt would have given. From the beginning when absent.
   */
  resume?: string;
}

/** A paragraph of the text: what it says lies between `start` and `end`. */
export type UnderstoodParagraph = ExtractedParagraph & {
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
  /** ISO 639-1, or empty. */
  readonly language: string;
};

export interface ProcessingError {
  readonly code: number;
  readonly severity: 'ERROR' | 'WARNING';
  readonly text: string;
}

/** What was found in a field besides its text and paragraphs. */
export interface UnderstoodField {
  readonly title?: string;
  readonly summary: string;
  readonly language: string;
  readonly languages: readonly string[];
  readonly mimeType: string;
  readonly entities: readonly EntityMention[];
  readonly links: readonly string[];
  readonly errors: readonly ProcessingError[];
  /** Of a link: what its page says of itself. */
  readonly page?: { readonly title?: string; readonly description?: string; readonly image?: string };
  readonly pages?: number;
}

/** How far a field was understood. All texts and paragraphs that came before are complete and will not change. */
export interface ProcessingProgress {
  /** Opaque; some kilobytes, about 1 MiB for very many names. For the same content only. */
  readonly resume: string;
  /** That were read. */
  readonly pages: number;
}

/**
 * In this order: any number of texts and paragraphs, each a piece of at most 1 MiB, then one `field`, which speaks of
 * all of the content, also of what an earlier attempt read. Among them `progress`, and signs of life, which say nothing
 * but that the field waits for its turn or is being read.
 */
export class ProcessingValue {
  text?: string;
  paragraphs?: readonly UnderstoodParagraph[];
  progress?: ProcessingProgress;
  alive?: true;
  field?: UnderstoodField;
}

/**
 * Extracts, splits and enriches one field. What is wrong with the content comes as `errors` of the field. Knowledge
 * boxes take turns. Leaving the stream ends the work.
 *
 * @throws AppError `unavailable`, `rate_limited` when it should be tried again later; `invalid_request` when it cannot
 * be gone on with from `resume`, and has to be done from the beginning
 */
export const processField = streamOperation({
  name: 'understanding.field.process',
  summary: 'Understand one field',
  body: FieldToProcess,
  answer: ProcessingValue,
  deadlineMs: 10 * 60_000,
});
