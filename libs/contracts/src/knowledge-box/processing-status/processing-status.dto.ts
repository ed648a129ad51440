import { IsBoolean, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import type { Integer } from '../../core/integer';

/** Which work is wanted, and which page of it. */
export class ProcessingStatusQuery {
  /** `cursor` of the previous page; the first page when absent. */
  @IsOptional() @Matches(/^[0-9a-f]{32}$/) cursor?: string;
  /** True: work that waits for its turn or its next attempt. False: work that runs or was given up. Absent: both. */
  @IsOptional() @IsBoolean() scheduled?: boolean;
  /** Most resources on a page. */
  @IsInt() @Min(1) @Max(200) limit: number = 20;
}

/** Ways in which a resource cannot be found yet. */
export const findings = ['words', 'meaning'] as const;

/** How a resource cannot be found yet; one that is not found by its words is not found by its meaning either. */
export type Finding = (typeof findings)[number];

/**
 * Pending work of a resource, as one item. Dates are UTC without suffix. Of several pieces of work, the item shows
 * the one that runs, else the one that is due first, else the one that was given up.
 */
export class ProcessingStatusItem {
  /** Id of the task, as `admin/tasks` names it; empty for a moment between two tasks. */
  processing_id!: string;
  /** Id of the resource, 32 hex digits. */
  resource_id!: string;
  /** Id of the knowledge box, UUID with hyphens. */
  kbid!: string;
  /** Title of the resource. */
  title!: string;
  /** Labels that callers gave the resource, as `labelset/label`. */
  labels!: readonly string[];
  /** Always false: completed work is not listed. */
  completed!: boolean;
  /** Whether it waits for its turn or its next try; else it runs, or was given up. */
  scheduled!: boolean;
  /** Since when it waits, UTC without suffix. */
  timestamp!: string;
  /** Always null. */
  completed_at!: string | null;
  /** When it was or is due, UTC without suffix; null between two tasks. */
  scheduled_at!: string | null;
  /**
   * Whether some of its work was given up: it is tried again only when the resource is reprocessed or the task is
   * replayed.
   */
  failed!: boolean;
  /** Attempts that failed so far, of the work that failed most. */
  retries!: Integer;
  /** Seconds until its next try or its turn; null while that is not known. */
  schedule_eta!: Integer | null;
  /** Its place, from 1, among the box's work of the same kind; 0 without a place or beyond the first 1,000. */
  schedule_order!: Integer;
  /** How the resource cannot be found yet: by words or by meaning. */
  waits_for!: Finding;
}

/** How much is left in a knowledge box. */
export class ProcessingBacklog {
  /** Resources that wait, as they were up to a second ago. */
  waiting!: Integer;
  /**
   * Resources per second by which `waiting` fell since its highest value in the last five minutes, as far as the
   * process that answers has counted it; null while it has not been seen to fall.
   */
  rate!: number | null;
  /** Seconds until nothing is left at that rate; null while the rate is not known. */
  eta_s!: Integer | null;
}

/** All pending work of a knowledge box, beyond the page. */
export class ProcessingBacklogs {
  /** Resources whose texts cannot all be found by their words yet. */
  words!: ProcessingBacklog;
  /** Resources that are found by their words, wholly or in part, and not by their meaning yet. */
  meaning!: ProcessingBacklog;
}

/** A page of the pending work of a knowledge box. */
export class ProcessingStatus {
  /** Ordered by resource id. With `scheduled` a page may have fewer than `limit` items although more pages follow. */
  results!: readonly ProcessingStatusItem[];
  /** Names the next page; null on the last one. */
  cursor!: string | null;
  /** How much is left in the whole knowledge box. */
  waiting!: ProcessingBacklogs;
}
