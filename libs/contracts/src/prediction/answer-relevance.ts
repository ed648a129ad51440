import type { Integer } from '../core/integer';

/** How well an answer addresses its question. */
export interface AnswerRelevance {
  /** From 0 (not at all, or a refusal) to 5 (directly and completely). */
  readonly score: Integer;
  /** Basis of the score, and whether rules or a language model judged. */
  readonly reason: string;
}
