import type { Integer } from './integer';

/** The passage of the context that supports a sentence. Ranges are code points from 0, `end` exclusive. */
export interface SupportingSpan {
  /** Key of the entry of the context: the id of a paragraph or of a field, or `USER_CONTEXT_n`. */
  readonly key: string;
  /** First code point in the text of the entry. */
  readonly start: Integer;
  /** End in the text of the entry, exclusive. */
  readonly end: Integer;
  /** Id of the resource that the entry is from; absent when it is from none. */
  readonly resource?: string;
  /** Field that the entry is from, such as `/t/body`, or message of a conversation; absent when it is from none. */
  readonly field?: string;
  /** First code point in the text of the field; absent when the entry is not a part of that text as it is. */
  readonly field_start?: Integer;
  /** End in the text of the field, exclusive; absent when `field_start` is. */
  readonly field_end?: Integer;
}

/**
 * Whether the context supports a sentence of an answer: word for word where the answer says (`exact`), in other words
 * or elsewhere than the answer says (`repaired`), or not (`unsupported`).
 */
export type SentenceStatus = 'exact' | 'repaired' | 'unsupported';

/** A sentence of an answer, compared with the context. Ranges are code points from 0, `end` exclusive. */
export interface CheckedSentence {
  /** Result of the comparison. */
  readonly status: SentenceStatus;
  /** First code point in the answer. */
  readonly start: Integer;
  /** End in the answer, exclusive. */
  readonly end: Integer;
  /** Where the context says it, best first; empty when it is `unsupported`. */
  readonly sources: readonly SupportingSpan[];
}
