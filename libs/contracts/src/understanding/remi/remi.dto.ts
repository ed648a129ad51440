import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { Consumption } from '../../core/consumption';
import type { Integer } from '../../core/integer';
import { CHAT_TEXT_CHARS_MAX } from '../../search/ask/ask.dto';
import { QUERY_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Either, ListOf, Together } from '../../validation/decorators';
import { text } from '../../validation/node';
import type { AnswerRelevance } from '../../prediction/answer-relevance';
import { type PredictionOrigin, USER_CHARS_MAX } from '../../prediction/prediction.dto';

/** Contexts of one answer. */
export const SCORED_CONTEXTS_MAX = 200;

/** A question, its answer, and the texts that the answer was to be made from: at least one of the three. */
@Together<AnswerToScore>(({ question, answer, contexts }) =>
  question || answer || contexts?.length ? undefined : 'at least one of question, answer and contexts is needed',
)
export class AnswerToScore {
  /** Who asks for the scores. */
  @IsString() @MaxLength(USER_CHARS_MAX) user_id!: string;
  /** The question. */
  @IsOptional() @Either(text({ maxLength: QUERY_CHARS_MAX })) question?: string | null;
  /** The answer. */
  @IsOptional() @Either(text({ maxLength: CHAT_TEXT_CHARS_MAX })) answer?: string | null;
  /** The texts that it was to be based on. */
  @IsOptional()
  @ListOf(text({ maxLength: CHAT_TEXT_CHARS_MAX }), { max: SCORED_CONTEXTS_MAX })
  contexts?: string[] | null;
}

/** How good an answer is. Scores are integers from 0 to 5. */
export class AnswerQuality {
  /** Seconds that it took. */
  time!: number;
  /** Whether the answer addresses the question, right or wrong; null unless both are given. */
  answer_relevance!: AnswerRelevance | null;
  /** How well each context could answer the question, in order; null without a question. */
  context_relevance!: readonly (Integer | null)[];
  /** How much of what the answer states each context supports, in order; null without an answer. */
  groundedness!: readonly (Integer | null)[];
  /** Consumption, with the header `x-show-consumption: true`; else null. */
  consumption!: Consumption | null;
}

/** How good an answer is, and what scored it. */
export class ScoredAnswer {
  /** Model that scored it; absent for clients, which read the headers. */
  origin?: PredictionOrigin;
  /** The scores. */
  answer!: AnswerQuality;
}
