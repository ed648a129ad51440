import type { Integer } from './integer';

/** Where the context says what a sentence says. Ranges are code points from 0, `end` behind the last one. */
export interface SupportingSpan {
  /** Key of the entry of the context: the id of a paragraph or of a field, or `USER_CONTEXT_n`. */
  readonly key: string;
  /** First code point in the text of the entry. */
  readonly start: Integer;
  /** Behind the last code point in the text of the entry. */
  readonly end: Integer;
  /** Id of the resource that the entry is from; absent when it is from none. */
  readonly resource?: string;
  /** Field that the entry is from, such as `/t/body`, or message of a conversation; absent when it is from none. */
  readonly field?: string;
  /** First code point in the text of the field; absent when the entry is not a part of that text as it is. */
  readonly field_start?: Integer;
  /** Behind the last code point in the text of the field; absent as `field_start` is. */
  readonly field_end?: Integer;
}

/**
 * Whether a sentence of an answer stands in the context: word for word where the answer says (`exact`), in other words
 * or elsewhere than the answer says (`repaired`), or not (`unsupported`).
 */
export type SentenceStatus = 'exact' | 'repaired' | 'unsupported';

/** A sentence of an answer, compared with the context. Ranges are code points from 0, `end` behind the last one. */
export interface CheckedSentence {
  /** What the comparison showed. */
  readonly status: SentenceStatus;
  /** First code point in the answer. */
  readonly start: Integer;
  /** Behind the last code point in the answer. */
  readonly end: Integer;
  /** Where the context says it, best first; empty when it is `unsupported`. */
  readonly sources: readonly SupportingSpan[];
}
