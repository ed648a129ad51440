import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Consumption } from '../../core/consumption';
import type { Integer } from '../../core/integer';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { SUMMARIZED_RESOURCES_MAX, summaryKinds, type SummaryKind, textPlaceholder } from '../../prediction/summary';
import { ListOf, Satisfies } from '../../validation/decorators';
import { text } from '../../validation/node';
import { PROMPT_CHARS_MAX } from '../retrieval-request/retrieval-request.dto';

const NAME_CHARS_MAX = 250;

/** Resources to sum up, and how. */
export class SummarizeRequest {
  /** Ids or slugs of 1 to 100 resources. Those that are unknown, hidden or restricted to others are skipped. */
  @ListOf(text({ minLength: 1, maxLength: NAME_CHARS_MAX }), { min: 1, max: SUMMARIZED_RESOURCES_MAX })
  resources!: string[];
  /** Name of the model; the one that the knowledge box has chosen for summaries when absent, else the default. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /** How a resource is summed up, with the placeholder `{text}`. A model that follows no prompts refuses it. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Satisfies(textPlaceholder) user_prompt?: string | null;
  /** How long summaries are. */
  @IsIn(summaryKinds) summary_kind: SummaryKind = 'simple';
}

/** Summary of one resource. */
export interface SummaryOfResource {
  /** Summary of its texts. */
  readonly summary: string;
  /** Tokens of the summary. */
  readonly tokens: Integer;
}

/** Summaries of resources. */
export class SummarizedKnowledge {
  /** By the id or slug that named each; those that were skipped, and those without a text, are absent. */
  resources!: Readonly<Record<string, SummaryOfResource>>;
  /**
   * The ids or slugs of those whose processing is not complete, in the order of the request: they have no text yet, or
   * not all of it. Absent when all are processed.
   */
  not_processed?: readonly string[];
  /** All of them summed up; of a single resource, its summary. */
  summary!: string;
  /** Consumption, with the header `x-show-consumption: true`; else null. */
  consumption!: Consumption | null;
}
