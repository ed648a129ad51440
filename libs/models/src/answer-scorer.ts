import type { ModelDescription } from './model';

/** The texts to score. A score is given if its inputs are present. */
export interface ScoringRequest {
  /** The question. */
  readonly question?: string;
  /** The answer. */
  readonly answer?: string;
  /** Texts on which the answer is supposed to be based. */
  readonly contexts: readonly string[];
}

/** A score with an explanation. */
export interface ExplainedScore {
  /** Integer, 0..5. */
  readonly score: number;
  /** For people; names the kind of scorer. */
  readonly reason: string;
}

/** Integers from 0 (not at all) to 5 (completely). */
export interface AnswerScores {
  /** Whether the answer addresses the question, right or wrong; a refusal does not. Absent unless both are given. */
  readonly answerRelevance?: ExplainedScore;
  /** How well each context could answer the question, in order; undefined without a question. */
  readonly contextRelevance: readonly (number | undefined)[];
  /** How much of what the answer states each context supports, in order; undefined without an answer. */
  readonly groundedness: readonly (number | undefined)[];
  /** Tokens that a language model read and wrote; 0 without one. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Judges answers: how well they fit their question, and how well their context supports them. */
export abstract class AnswerScorer {
  /** The model used. */
  abstract readonly description: ModelDescription;

  /**
   * Scores one answer. Each context is judged separately: its score does not depend on the others, as far as the model
   * allows. Empty contexts get 0.
   *
   * @throws AppError `provider_failed` (refused, unreachable, no scores), `rate_limited`, `unavailable`,
   *   `deadline_exceeded`, `invalid_request` (too long for the model), `cancelled`
   */
  abstract score(request: ScoringRequest, options: { readonly signal: AbortSignal }): Promise<AnswerScores>;
}
