import { ArrayMaxSize, IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { type FieldType, fieldTypes } from '../../core/identifiers';
import {
  ACCESS_GROUPS_MAX,
  CHOICES_MAX,
  GROUP_CHARS_MAX,
  SECURITY_LIKE,
  VECTORSET_CHARS_MAX,
} from '../../knowledge-box/limits';
import {
  type ExtractedPart,
  extractedParts,
  type ResourceShow,
  resourceShows,
} from '../../knowledge-box/read-query/read-query.dto';
import {
  Anything,
  Either,
  ForbidUnknown,
  IsInstant,
  ListOf,
  RefuseLike,
  Satisfies,
  Together,
} from '../../validation/decorators';
import { decimal, listOf, mapOf, text } from '../../validation/node';
import {
  FILTER_CHARS_MAX,
  FILTER_CONDITIONS_MAX,
  filterExpressionProblem,
  filtersProblem,
} from '../../index/filter-bounds';

const AUDIT_BYTES_MAX = 10_240;

const filterText = text({ maxLength: FILTER_CHARS_MAX });
const labels = listOf(filterText, { min: 1, max: FILTER_CONDITIONS_MAX });
const groups = listOf(text({ maxLength: GROUP_CHARS_MAX }), { max: ACCESS_GROUPS_MAX });

/** Scores below which hits are left out. */
export class MinScore {
  /** Least cosine similarity of a hit by meaning; that of the embedding model when absent. */
  @IsOptional() @Either(decimal()) semantic?: number | null;
  /** Another name of `semantic`. */
  @IsOptional() @Either(decimal()) vector?: number | null;
  /** Least BM25 score of a hit by words. */
  @Either(decimal({ ge: 0 })) bm25: number = 0;
}

/** Several labels, or words, under one condition; exactly one member is present. */
@Together<LabelFilter>((filter) => {
  const given = [filter.all, filter.any, filter.none, filter.not_all].filter(
    (labels) => labels !== undefined && labels !== null,
  );
  return given.length === 1 ? undefined : "Only one of 'all', 'any', 'none' or 'not_all' can be set";
})
export class LabelFilter {
  /** Label paths, each of which a paragraph must carry; or words, each of which a field must have. */
  @IsOptional() @Either(labels) all?: string[] | null;
  /** The same, one of which it must have. */
  @IsOptional() @Either(labels) any?: string[] | null;
  /** The same, none of which it may have. */
  @IsOptional() @Either(labels) none?: string[] | null;
  /** The same, one of which it must lack. */
  @IsOptional() @Either(labels) not_all?: string[] | null;
}

/** The groups of the caller. Unknown members are refused. */
@ForbidUnknown()
@Together<RequestSecurity>(({ groups: given, access_groups: other }) =>
  given && other ? '`groups` and `access_groups` are the same, please, use the former' : undefined,
)
export class RequestSecurity {
  /**
   * Public resources are found, and those of one of these groups; a leading slash does not count. The groups of a
   * temporal key replace them, and guests of a published box choose none.
   */
  @IsOptional() @Either(groups) groups?: string[];
  /** Another name of `groups`. */
  @IsOptional() @Either(groups) access_groups?: string[];
}

/** Members that searching requests share: where they look, which content they may see, and how much is returned. */
@RefuseLike(SECURITY_LIKE, 'security.groups')
export class FilteredRequest {
  /**
   * Trees of conditions on fields (`field`), on paragraphs (`paragraph`) and on the key-value fields of resources
   * (`key_value`), joined by `operator` (`and` unless it says `or`). `key_value` may keep 10,000 resources, or exclude
   * as many by a `not` around it. Not together with `fields`, `filters`, `resource_filters` and the date ranges. At
   * most 500 conditions, at most 50 within each other.
   */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  /** Only these fields, as `{letter}/{id}` such as `t/body`, or all fields of a type by its letter; of any resource. */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) fields: string[] = [];
  /**
   * Label paths such as `/l/topics/finance` or `/classification.labels/topics`, which include all labels below
   * them; or conditions on several labels, not mixed with paths. All of them must match. A label of a labelset whose
   * kinds include `PARAGRAPHS` is one of the paragraph, or of either if they also include `RESOURCES`; every other
   * label is one of the resource or field. The former cannot be in `any` and `not_all`.
   */
  @Either(listOf(filterText), listOf(() => LabelFilter))
  @Satisfies(filtersProblem)
  filters: readonly (string | LabelFilter)[] = [];
  /**
   * Only these resources: `{rid}`, one type of their fields (`{rid}/{letter}`) or one field (`{rid}/{letter}/{id}`).
   */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) resource_filters: string[] = [];
  /**
   * Only resources created at or after this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_creation_start?: string | null;
  /**
   * Only resources created at or before this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_creation_end?: string | null;
  /**
   * Only resources modified at or after this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_modification_start?: string | null;
  /**
   * Only resources modified at or before this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_modification_end?: string | null;
  /** Vectorset that is searched by meaning; the first one of the box when absent. */
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string | null;
  /** Scores below which hits are left out; a number is taken as `semantic`. */
  @IsOptional() @Either(decimal(), () => MinScore) min_score?: number | MinScore | null;
  /**
   * Whether words and phrases of the query are put between `<mark>` and `</mark>` in the texts of results. Nothing else
   * in them is escaped.
   */
  @IsBoolean() highlight: boolean = false;
  /** Whether paragraphs of one field with the same text are all returned. */
  @IsBoolean() with_duplicates: boolean = false;
  /**
   * Whether the custom synonyms of the box are searched, too. By words only: a query that is not empty needs
   * `features` without `semantic`.
   */
  @IsBoolean() with_synonyms: boolean = false;
  /** Whether hidden resources are found, too. Guests of a published box never find them. */
  @IsBoolean() show_hidden: boolean = false;
  /**
   * Whether a find returns timings, and how each result came to its score; an answer also says what the model was
   * asked. A search returns nothing more.
   */
  @IsBoolean() debug: boolean = false;
  /**
   * Groups of the caller. Without it everything is found, unless the box enforces security: then public resources only.
   */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
  /** Parts of each resource that are returned with its results. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic'];
  /** Types of the fields that are returned in `data` of resources. It does not filter results. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type_filter: FieldType[] = [...fieldTypes];
  /** Parts of what processing found that are returned, with `show=extracted`. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [];
  /** Texts that the activity log keeps with the request, at most 10,240 bytes of JSON. */
  @IsOptional() @Either(mapOf(text())) @Satisfies(auditSize) audit_metadata?: Record<string, string> | null;
}

/** The fault of an `audit_metadata` that is too large. */
export function auditSize(metadata: unknown): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(metadata ?? null));
  return bytes > AUDIT_BYTES_MAX ? `Audit metadata is larger than ${AUDIT_BYTES_MAX} bytes` : undefined;
}
