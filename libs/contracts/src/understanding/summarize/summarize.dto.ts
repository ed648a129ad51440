import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Consumption } from '../../core/consumption';
import type { Integer } from '../../core/integer';
import { TEXT_CHARS_MAX } from '../../core/identifiers';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { SUMMARIZED_RESOURCES_MAX, summaryKinds, type SummaryKind, textPlaceholder } from '../../prediction/summary';
import { MapOf, Satisfies } from '../../validation/decorators';
import { text } from '../../validation/node';
import { type PredictionOrigin, USER_CHARS_MAX } from '../../prediction/prediction.dto';

/** Fields of one resource. */
const SUMMARIZED_FIELDS_MAX = 1_000;

/** Texts of one resource. */
export class SummarizedResource {
  /** At most 1,000 texts by keys of the caller. */
  @MapOf(text({ maxLength: TEXT_CHARS_MAX }), { sizeMax: SUMMARIZED_FIELDS_MAX }) fields!: Record<string, string>;
}

/** Texts to sum up. */
export class SummarizePayload {
  /** At most 100 resources by ids of the caller. */
  @MapOf(() => SummarizedResource, { sizeMax: SUMMARIZED_RESOURCES_MAX }) resources!: Record<
    string,
    SummarizedResource
  >;
  /** Name of the model; the one that the knowledge box has chosen when absent, else the default. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /**
   * How a resource is summed up, with the placeholder `{text}`. A model that follows no prompts refuses it.
   */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Satisfies(textPlaceholder) user_prompt?: string | null;
  /** How long summaries are; as the knowledge box has chosen when absent, else `simple`. */
  @IsOptional() @IsIn(summaryKinds) summary_kind?: SummaryKind | null;
  /** Who asks. */
  @IsString() @MaxLength(USER_CHARS_MAX) user_id: string = 'system';
}

/** Texts of resources to sum up, as their knowledge box has chosen. */
export class TextsToSummarize extends SummarizePayload {
  /** Id of the knowledge box. */
  kbid!: string;
}

/** Summary of one resource. */
export interface ResourceSummary {
  /** The summary; empty where the resource has no text. */
  readonly summary: string;
  /** Tokens of the summary. */
  readonly tokens: Integer;
  /** Tokens that the model read. */
  readonly input_tokens: Integer;
  /** Tokens that the model wrote. */
  readonly output_tokens: Integer;
}

/** Summaries of resources. */
export class Summaries {
  /** By ids of the caller. */
  resources!: Readonly<Record<string, ResourceSummary>>;
  /** All of them summed up; of a single resource, its summary. */
  summary!: string;
  /** Consumption, with the header `x-show-consumption: true`; else null. */
  consumption!: Consumption | null;
}

/** Summaries, and where they come from. */
export class PredictedSummaries {
  /** Model that wrote them; absent for clients, which read the headers. */
  origin?: PredictionOrigin;
  /** The summaries. */
  answer!: Summaries;
}
