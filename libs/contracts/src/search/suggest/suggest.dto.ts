import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { ACCESS_GROUPS_MAX, CHOICES_MAX, GROUP_CHARS_MAX, SECURITY_LIKE } from '../../knowledge-box/limits';
import { Anything, Either, ForbidUnknown, IsInstant, ListOf, RefuseLike, Satisfies } from '../../validation/decorators';
import { choice, text } from '../../validation/node';
import {
  FILTER_CHARS_MAX,
  FILTER_CONDITIONS_MAX,
  FILTER_JSON_CHARS_MAX,
  filterExpressionProblem,
  filterJsonProblem,
} from '../../index/filter-bounds';
import { RequestSecurity } from '../filtered-request/filtered-request.dto';
import { QUERY_CHARS_MAX } from '../retrieval-request/retrieval-request.dto';
import type { SearchParagraph } from '../search/search.dto';

/** Suggestions of each list. */
export const SUGGESTIONS_MAX = 10;

/** Lists of suggestions. */
export const suggestFeatureNames = ['paragraph', 'entities'] as const;
/** A list of suggestions. */
export type SuggestFeatureName = (typeof suggestFeatureNames)[number];

const features = choice(...suggestFeatureNames);
const filterText = text({ maxLength: FILTER_CHARS_MAX });

/** The text typed so far, and where to look for suggestions. Unknown members are refused. */
@ForbidUnknown()
export class SuggestRequest {
  /** The text typed so far. The last word may be unfinished. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) query!: string;
  /** Lists to return: paragraphs with the words of the query (`paragraph`), entities that begin so (`entities`). */
  @ListOf(features, { max: CHOICES_MAX }) features: SuggestFeatureName[] = [...suggestFeatureNames];
  /**
   * A tree of conditions, as `filter_expression` of a find. Entities are those that what it keeps mentions; kinds of
   * paragraphs can be asked of paragraphs only.
   */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  /**
   * Groups of the caller. Without it everything is found, unless the box enforces security: then public resources only.
   */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
  /** Whether hidden resources are found, too. Guests of a published box never find them. */
  @IsBoolean() show_hidden: boolean = false;
  /** Whether words that were found are put between `<mark>` and `</mark>` in the texts of paragraphs. */
  @IsBoolean() highlight: boolean = false;
}

/** The same as query parameters. */
@RefuseLike(SECURITY_LIKE, 'security_groups')
export class SuggestQuery {
  /** The text typed so far. The last word may be unfinished. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) query!: string;
  /** Lists to return: paragraphs with the words of the query (`paragraph`), entities that begin so (`entities`). */
  @ListOf(features, { max: CHOICES_MAX }) features: SuggestFeatureName[] = [...suggestFeatureNames];
  /** JSON of a tree of conditions, as `filter_expression` by body. */
  @IsOptional()
  @IsString()
  @MaxLength(FILTER_JSON_CHARS_MAX)
  @Satisfies(filterJsonProblem)
  filter_expression?: string;
  /** Only these fields, as `{letter}/{id}` such as `t/body`, or all fields of a type by its letter; of any resource. */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) fields: string[] = [];
  /** Label paths such as `/l/topics/finance`, which include all labels below them. All of them must match. */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) filters: string[] = [];
  /** Only resources created at or after this instant (ISO 8601, UTC without offset), inclusive. */
  @IsOptional() @IsInstant() range_creation_start?: string;
  /** Only resources created at or before this instant (ISO 8601, UTC without offset), inclusive. */
  @IsOptional() @IsInstant() range_creation_end?: string;
  /** Only resources modified at or after this instant (ISO 8601, UTC without offset), inclusive. */
  @IsOptional() @IsInstant() range_modification_start?: string;
  /** Only resources modified at or before this instant (ISO 8601, UTC without offset), inclusive. */
  @IsOptional() @IsInstant() range_modification_end?: string;
  /** Groups of the caller: public resources are found, and those of one of these groups. */
  @IsOptional()
  @ListOf(text({ maxLength: GROUP_CHARS_MAX }), { max: ACCESS_GROUPS_MAX })
  security_groups?: string[];
  /** Whether hidden resources are found, too. Guests of a published box never find them. */
  @IsBoolean() show_hidden: boolean = false;
  /** Whether words that were found are put between `<mark>` and `</mark>` in the texts of paragraphs. */
  @IsBoolean() highlight: boolean = false;
  /** Whether `shards` is returned. */
  @IsBoolean() debug: boolean = false;
}

/** Paragraphs that are suggested. */
export interface SuggestedParagraphs {
  /** At most 10, the best first; those with a letter wrong come last. */
  readonly results: readonly SearchParagraph[];
  /** The query as it was sent. */
  readonly query: string;
  /** Always 0. */
  readonly min_score: Integer;
}

/** An entity that is suggested. */
export interface SuggestedEntity {
  /** Its family, such as `PERSON`; empty without one. */
  readonly family: string;
  /** Its name. */
  readonly value: string;
}

/** Entities that are suggested. */
export interface SuggestedEntities {
  /** How many are listed. */
  readonly total: Integer;
  /** At most 10, the best first. */
  readonly entities: readonly SuggestedEntity[];
}

/** A list for each feature of the request. */
export class Suggestions {
  /** Paragraphs that have words of the query, or nearly so; with `paragraph`. */
  paragraphs?: SuggestedParagraphs;
  /** Entities that begin like the query or its last words; with `entities`. */
  entities?: SuggestedEntities;
  /** Id of the knowledge box, with `debug`. */
  shards?: readonly string[];
  /** Warnings about skipped stages or results; absent without any. */
  warnings?: readonly string[];
}
