import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { IsInstant, Nested } from '../../validation/decorators';
import { ActivityPagination } from '../activity/activity.dto';
import type { RecordedScores } from '../recorded-scores/recorded-scores.dto';

/** How a score is compared. */
export const scoreComparisons = ['gt', 'lt', 'eq'] as const;
/** How a score is compared. */
export type ScoreComparison = (typeof scoreComparisons)[number];
/** How several scores become one. */
export const scoreAggregations = ['average', 'max', 'min'] as const;
/** How several scores become one. */
export type ScoreAggregation = (typeof scoreAggregations)[number];
/** How a question ended. */
export const scoredStatuses = ['SUCCESS', 'ERROR', 'NO_CONTEXT'] as const;
/** How a question ended. */
export type ScoredStatus = (typeof scoredStatuses)[number];

/** A condition on the relevance of the contexts of an answer. */
export class ContextRelevanceCondition {
  /** Value to compare the score with. */
  @IsInt() @Min(-1_000) @Max(1_000) value!: Integer;
  /** Greater than (`gt`), less than (`lt`), or equal to (`eq`) the value. */
  @IsIn(scoreComparisons) operation!: ScoreComparison;
  /** Which score of the contexts it is. */
  @IsIn(scoreAggregations) aggregation!: ScoreAggregation;
}

/** Which answers of one month. */
export class RemiQuery {
  /** The month, UTC: `2026-05`. */
  @IsString() @Matches(/^\d{4}-(0[1-9]|1[0-2])$/) month!: string;
  /** Only answers whose contexts are so relevant; those without scores are left out. */
  @IsOptional() @Nested(() => ContextRelevanceCondition) context_relevance?: ContextRelevanceCondition | null;
  /** Only answers that a user found good, or bad. */
  @IsOptional() @IsBoolean() feedback_good?: boolean | null;
  /** `SUCCESS`: with an answer; `ERROR`: the model failed; `NO_CONTEXT`: nothing was found, or nothing that answers. */
  @IsOptional() @IsIn(scoredStatuses) status?: ScoredStatus | null;
  /** Only answers at or after this instant (ISO 8601, UTC without offset). */
  @IsOptional() @IsInstant() from_date?: string | null;
  /** Only answers before this instant. */
  @IsOptional() @IsInstant() to_date?: string | null;
  /** Newest first unless it says otherwise. */
  @Nested(() => ActivityPagination) pagination: ActivityPagination = new ActivityPagination();
}

/** A question, how it was answered, and how good the answer is. */
export class RecordedAnswer {
  /** Id of its row in the activity log. */
  id!: Integer;
  /** The question. */
  question!: string;
  /** The answer; null when there was nothing to answer from. */
  answer!: string | null;
  /** When, UTC without suffix. */
  date!: string;
  /** Its scores; null before it is scored, and where there is nothing to score. */
  remi!: RecordedScores | null;
}

/** Recorded answers. */
export class RecordedAnswers {
  /** In the order of the pagination. */
  data!: readonly RecordedAnswer[];
  /** Whether there are more in that direction. */
  has_more!: boolean;
}

/** Sources of an answer. */
export interface RecordedContext {
  /** Its text as it is now; empty when it is gone or may not be seen. */
  readonly text: string;
  /** Id of the paragraph. */
  readonly text_block_id: string;
}

/** A recorded answer with what it was made from. */
export class RecordedAnswerInFull extends RecordedAnswer {
  /** In the order of the scores. */
  context!: readonly RecordedContext[];
}

/** A recorded answer. */
export class RecordedAnswerTarget extends KnowledgeBoxTarget {
  /** Id of its row in the activity log. */
  @Matches(/^\d{1,15}$/) event_id!: string;
}

/** Statistics of the scores of one kind in a period. */
export interface ScoreMetric {
  /** `answer_relevance`, `context_relevance` or `groundedness`. */
  readonly name: string;
  /** The least score. */
  readonly min: Integer;
  /** The greatest score. */
  readonly max: Integer;
  /** The mean of all scores. */
  readonly average: number;
}

/** Scores of one period. */
export class ScoresOfPeriod {
  /** When the period begins, UTC without suffix. */
  timestamp!: string;
  /** Kinds of which there are scores. */
  metrics!: readonly ScoreMetric[];
}

/** Scores by period. */
export class ScoresByPeriod {
  /** All periods of the time, also those without scores, oldest first. */
  periods!: readonly ScoresOfPeriod[];
}
