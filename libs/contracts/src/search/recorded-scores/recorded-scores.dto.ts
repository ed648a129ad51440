import type { Integer } from '../../core/integer';
import type { AnswerRelevance } from '../../prediction/answer-relevance';

/** How good a recorded answer is. Scores are integers from 0 to 5. */
export interface RecordedScores {
  /** Whether the answer addresses the question, right or wrong; null without an answer. */
  readonly answer_relevance: AnswerRelevance | null;
  /** How well each context could answer the question, in order; null where its text is gone. */
  readonly context_relevance: readonly (Integer | null)[];
  /** How much of what the answer states each context supports, in order; null where its text is gone. */
  readonly groundedness: readonly (Integer | null)[];
  /** The scorer: `local-scorer` is rules, any other name a language model. */
  readonly model: string;
}
