import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { isGiven } from '../../core/foreign-value';
import type { Integer } from '../../core/integer';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { Either, ForbidUnknown, IsInstant, Nested, Together } from '../../validation/decorators';
import { choice, listOf, text } from '../../validation/node';
import { ActivityFilters } from '../activity-filters/activity-filters.dto';
import type { ActivityRow } from '../activity-row/activity-row.dto';

/** Rows of one answer. */
export const ACTIVITY_ROWS_MAX = 100;
const SHOWN_MAX = 100;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const SHOWN_CHARS_MAX = 280;

/** The event. */
export const activityEventTypes = [
  'visited',
  'modified',
  'deleted',
  'new',
  'search',
  'suggest',
  'indexed',
  'chat',
  'ask',
  'started',
  'stopped',
  'processed',
  'retrieve',
  'augment',
] as const;

const EVENT_TYPE = new RegExp(`^(${activityEventTypes.join('|')})$`, 'i');

/** The activity of one kind in a knowledge box. */
export class ActivityTarget extends KnowledgeBoxTarget {
  /**
   * The event, in any case: `search` are finds and searches, `ask` are questions with their retrieval and their
   * answer, `chat` are the same without the retrieval; `suggest`, `retrieve` and `augment` are those requests; `new`,
   * `modified`, `processed` and `deleted` are what happened to resources, `visited` is that one was read; `started` and
   * `stopped` are the begin and the end of their processing, `indexed` is that searches see more of one.
   */
  @Matches(EVENT_TYPE) event_type!: string;
}

/** Which part of the rows. */
@ForbidUnknown()
@Together<ActivityPagination>(({ starting_after: after, ending_before: before }) =>
  isGiven(after) && isGiven(before) ? 'Only one of `starting_after` and `ending_before` can be set' : undefined,
)
export class ActivityPagination {
  /** Most rows of the answer. */
  @IsInt() @Min(1) @Max(ACTIVITY_ROWS_MAX) limit: number = 10;
  /** Rows after the row with this id, oldest first. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) starting_after?: Integer | null;
  /** Rows before the row with this id, newest first. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) ending_before?: Integer | null;
}

/** Which rows of one month, and what of them. Unknown members are refused. */
@ForbidUnknown()
export class ActivitySelectionPayload {
  /** The month, UTC: `2026-05`. */
  @IsString() @Matches(MONTH) year_month!: string;
  /**
   * Fields of the rows besides `id`, or `all` of the event type; `audit_metadata.{key}` is one member of it. When
   * absent: `date`; with `search` also `question` and `resources_count`; with `chat` also `question`,
   * `rephrased_question`, `answer` and `rag_strategies_names`; with `ask` all of these.
   */
  @IsOptional()
  @Either(choice('all'), listOf(text({ maxLength: SHOWN_CHARS_MAX }), { max: SHOWN_MAX }))
  show?: 'all' | readonly string[] | null;
  /** Conditions that rows must meet; `{}` for none. */
  @Nested(() => ActivityFilters) filters!: ActivityFilters;
}

/** The same, a page of it. */
@ForbidUnknown()
@Together<ActivityQuery>(({ filters, pagination }) =>
  isGiven(filters.id) && (isGiven(pagination.starting_after) || isGiven(pagination.ending_before))
    ? '`pagination` cannot be combined with `filters.id`'
    : undefined,
)
export class ActivityQuery extends ActivitySelectionPayload {
  /** Newest first unless it says otherwise. */
  @Nested(() => ActivityPagination) pagination: ActivityPagination = new ActivityPagination();
}

/** One value of a query: first whether there are more rows, then a row each. */
export class ActivityValue {
  /** In the first value only. */
  hasMore?: boolean;
  /** Absent in the first value. */
  row?: ActivityRow;
}

/** Months. */
export class ActivityMonths {
  /** Months with rows of the event type, oldest first: `2026-05`. */
  downloads!: readonly string[];
}

/** Lengths of time that requests are counted by. */
export const activityAggregations = ['hour', 'day', 'week', 'month', 'quarter', 'year', 'millennium'] as const;
/** A length of time that requests are counted by. */
export type ActivityAggregation = (typeof activityAggregations)[number];

/** Which requests are counted, and how. */
export class ActivityMetricsQuery {
  /** Requests at or after this instant (ISO 8601, UTC without offset). */
  @IsInstant() from!: string;
  /** Requests before this instant; now when absent. */
  @IsOptional() @IsInstant() to?: string;
  /** Period of a count. With `millennium` there is one count for all. At most 10,000 periods fit the time. */
  @IsIn(activityAggregations) aggregation: ActivityAggregation = 'millennium';
}

/** Requests of one period. */
export class ActivityCount {
  /** When the period begins, UTC without suffix. */
  timestamp!: string;
  /** Finds. */
  search!: Integer;
  /** Questions. */
  chat!: Integer;
}

/** Requests by period. */
export class ActivityCounts {
  /** Periods with requests, oldest first. */
  counts!: readonly ActivityCount[];
}

/** A knowledge box that is deleted. */
export class ActivityToPurge {
  /** Its id. */
  kbid!: string;
}
