import { IsBoolean, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { asUuid } from '../../core/uuid';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ForbidUnknown, ListOf } from '../../validation/decorators';
import { declareId } from '../../validation/ids';

/** Most ways to search and answer of a run. */
export const EVALUATION_VARIANTS_MAX = 6;
const NAME_CHARS_MAX = 256;

/** A run of a set of questions. */
export class EvaluationRunTarget extends KnowledgeBoxTarget {
  /** Id of the run, UUID. */
  @declareId({ read: asUuid, unreadable: 'Evaluation run not found. UUID expected.' }) run_id!: string;
}

/** Which results are wanted. */
export class EvaluationResultsQuery {
  /** Which variant of the run, from 0. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(EVALUATION_VARIANTS_MAX - 1)
  variant?: Integer = 0;
}

/** Which runs are wanted. */
export class EvaluationRunsQuery {
  /** Id of a set; absent: the runs of all sets. */
  @IsOptional() @Matches(/^[0-9a-fA-F-]{32,36}$/) set_id?: string;
}

/** One way to search and answer. */
@ForbidUnknown()
export class EvaluationVariantPayload {
  /** Search configuration of the box: of asks, or of finds where the run has no answers. Absent or null: none. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) search_configuration?: string | null;
  /** Generative model; absent or null: that of the box. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) generative_model?: string | null;
}

/** How a set of questions is run. */
@ForbidUnknown()
export class EvaluationRunPayload {
  /** The ways that are compared; absent: the box as it is. */
  @IsOptional()
  @ListOf(() => EvaluationVariantPayload, { min: 1, max: EVALUATION_VARIANTS_MAX })
  variants?: readonly EvaluationVariantPayload[];
  /** False: only searches, and measures recall and nDCG. */
  @IsOptional() @IsBoolean() answers?: boolean = true;
  /** How many documents count for recall. */
  @IsOptional() @IsInt() @Min(1) @Max(100) k?: Integer = 10;
  /** How many paragraphs are searched for. */
  @IsOptional() @IsInt() @Min(1) @Max(200) top_k?: Integer = 20;
}

/** How far a run is. */
export const evaluationStates = ['running', 'finished', 'failed'] as const;
/** How far a run is. */
export type EvaluationState = (typeof evaluationStates)[number];

/** The mean of a metric with the interval that holds the true one in 95 of 100 cases (bootstrap). */
export interface EvaluationFigure {
  /** From 0 to 1. */
  readonly mean: number;
  /** Lower end of the interval. */
  readonly low: number;
  /** Upper end of the interval. */
  readonly high: number;
  /** How many questions measure it. */
  readonly count: Integer;
}

/**
 * Figures by metric; those that no question measures are absent. `recall`: share of the expected documents among the
 * first `k`; `ndcg`: order of the first ten; `citations`: cited paragraphs of expected documents; `support`: sentences
 * that the context supports; `facts`: facts that the answer states; `answered`: questions with an answer that were
 * answered; `refusals`: questions without one that were refused.
 */
export type EvaluationFigures = Readonly<
  Partial<Record<'recall' | 'ndcg' | 'citations' | 'support' | 'facts' | 'answered' | 'refusals', EvaluationFigure>>
>;

/** One way to search and answer, with what it brought so far. */
export interface EvaluationVariant {
  /** `default` for the box as it is. */
  readonly name: string;
  /** Search configuration; null: none. */
  readonly search_configuration: string | null;
  /** Generative model; null: that of the box. */
  readonly generative_model: string | null;
  /** How many questions were asked so far. */
  readonly asked: Integer;
  /** How many of them failed. */
  readonly failed: Integer;
  /** Over the questions that were asked. */
  readonly figures: EvaluationFigures;
}

/** A run of a set of questions. */
export class EvaluationRunState {
  /** UUID. */
  id!: string;
  /** Id of the set. */
  set_id!: string;
  /** Title of the set when the run began. */
  title!: string;
  /** How far it is. */
  state!: EvaluationState;
  /** Why it failed; null otherwise. */
  error!: string | null;
  /** When it began, UTC without suffix. */
  created!: string;
  /** When it ended, UTC without suffix; null while it runs. */
  finished!: string | null;
  /** Who began it, as the audit log names them. */
  author!: string;
  /** How many questions the set had when it began. */
  size!: Integer;
  /** Whether it asks for answers. */
  answers!: boolean;
  /** How many documents count for recall. */
  k!: Integer;
  /** How many paragraphs are searched for. */
  top_k!: Integer;
  /** The ways that are compared. */
  variants!: readonly EvaluationVariant[];
}

/** Runs of a knowledge box. */
export class EvaluationRuns {
  /** The newest first. */
  runs!: readonly EvaluationRunState[];
}

/** What one question brought. */
export interface EvaluationResult {
  /** Id of the question. */
  readonly id: string;
  /** The question; its first 500 characters. */
  readonly question: string;
  /** Scores from 0 to 1 by metric; those that the question does not measure are absent. */
  readonly scores: Readonly<Partial<Record<keyof EvaluationFigures, number>>>;
  /** Titles or paths of the documents that were found, best first; at most ten, 100 characters of each. */
  readonly found: readonly string[];
  /** The first 1,000 characters of the answer; null without one. */
  readonly answer: string | null;
  /** How the answer ended: `success`, `no_context`, `no_retrieval_data` or `error`; null without an answer. */
  readonly status: string | null;
  /** Milliseconds that search and answer took. */
  readonly ms: Integer;
  /** Why there is no result; null otherwise. */
  readonly error: string | null;
}

/** Results of one variant of a run. */
export class EvaluationResults {
  /** In the order of the questions; those that were not asked yet are absent. */
  results!: readonly EvaluationResult[];
}
