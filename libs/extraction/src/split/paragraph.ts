import type { ParagraphKind, SentencePositions } from '@lectern/contracts/core';

/** One paragraph as the interface shows it, and what ranking and context need besides. */
export interface Paragraph {
  readonly start: number;
  readonly end: number;
  readonly start_seconds: readonly number[];
  readonly end_seconds: readonly number[];
  readonly kind: ParagraphKind;
  readonly classifications: readonly { readonly labelset: string; readonly label: string }[];
  readonly sentences: SentencePositions;
  /** `{field id}/{start}-{end}`. */
  readonly key: string;
  readonly page: { readonly page: number; readonly page_with_visual: boolean } | null;
  readonly representation: { readonly is_a_table: boolean; readonly reference_file: string } | null;
  readonly relations: null;
  /** Headings above it and its own, outermost first. */
  readonly headings: readonly string[];
  /** ISO 639-1, or empty. */
  readonly language: string;
}
