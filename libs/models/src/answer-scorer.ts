import type { ModelDescription } from './model';

/** What is scored. A score is given where what it needs is there. */
export interface ScoringRequest {
  /** What was asked. */
  readonly question?: string;
  /** What was answered. */
  readonly answer?: string;
  /** Texts that the answer was to be made from. */
  readonly contexts: readonly string[];
}

/** A score with what it is based on. */
export interface ExplainedScore {
  /** Integer, 0..5. */
  readonly score: number;
  /** For people; says which kind of scorer judged. */
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

/** Judges answers: how good they are for their question, and what they are based on. */
export abstract class AnswerScorer {
  /** The model that judges. */
  abstract readonly description: ModelDescription;

  /**
   * Scores one answer. Every context is judged alone: the score of one does not depend on the others, as far as the
   * model allows. Empty contexts get 0.
   *
   * @throws AppError `provider_failed` (refused, unreachable, no scores), `rate_limited`, `unavailable`,
   * `deadline_exceeded`, `invalid_request` (too long for the model), `cancelled`
   */
  abstract score(request: ScoringRequest, options: { readonly signal: AbortSignal }): Promise<AnswerScores>;
}
