import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../../core/integer';

/** Names a record. */
export class ProcessingTarget {
  /** Id of the record, from the answer to the push; a UUID in either form. */
  @IsString() @MaxLength(64) processing_id!: string;
}

/** Which records are wanted, in which order. */
export class ProcessingRequestsQuery {
  /** `cursor` of the previous page; the first page when absent. */
  @IsOptional() @IsString() @MaxLength(256) cursor?: string | null;
  /** Most records on a page. */
  @IsInt() @Min(1) @Max(1_000) limit: number = 20;
  /** True: those that a worker has taken. False: those that wait. Absent: both. */
  @IsOptional() @IsBoolean() scheduled?: boolean | null;
  /** Only those of a knowledge box, as pushes called it. */
  @IsOptional() @Matches(/^[a-z0-9_-]{1,250}$/) kbid?: string | null;
  /** By which date: of the push, of the first attempt, of the end. Records without it come last. */
  @IsIn(['timestamp', 'scheduled_at', 'completed_at']) sort_on: 'timestamp' | 'scheduled_at' | 'completed_at' =
    'timestamp';
  /** `desc`: the newest first; then those without the date come first. */
  @IsIn(['asc', 'desc']) sort_order: 'asc' | 'desc' = 'asc';
}

/** How the end of a push was reported to its webhook. */
export interface WebhookDelivery {
  /** `retrying`: it will be tried again. `given_up`: it will not. */
  readonly state: 'delivered' | 'retrying' | 'given_up';
  /** Attempts that were made. */
  readonly attempts: Integer;
  /** When the last one was made, UTC without suffix. */
  readonly last_attempt_at: string;
  /** Why the last attempt that failed did; null when none has. */
  readonly last_error: string | null;
}

/** Status of a push. Dates are UTC without suffix. It is kept for seven days after its end. */
export class ProcessingRecord {
  /** Id of the record. */
  processing_id!: string;
  /** Id of the resource. */
  resource_id!: string;
  /** Name of the knowledge box in the push; null when it gave none. */
  kbid!: string | null;
  /** Title that the push gave; null without one. */
  title!: string | null;
  /** Labels that the push gave. */
  labels!: readonly string[];
  /** Whether the result is there. */
  completed!: boolean;
  /** Whether a worker has taken it. */
  scheduled!: boolean;
  /** When it was pushed. */
  timestamp!: string;
  /** When it was completed; null before, and when it failed. */
  completed_at!: string | null;
  /** When the first attempt began; null before. */
  scheduled_at!: string | null;
  /** Whether it failed for good or was cancelled. Fields that cannot be read do not make it fail. */
  failed!: boolean;
  /** Why it failed; null when it did not. */
  failure!: string | null;
  /** Attempts that failed. */
  retries!: Integer;
  /**
   * Seconds until its turn, by how long the last 50 pushes of the account took; 0 when it does not wait, and while none
   * has ended.
   */
  schedule_eta!: number;
  /**
   * Its place in the line of the account, from 1; -1 when it does not wait any more; 0 when more than 10,000 come
   * before it, or it waits for another attempt.
   */
  schedule_order!: Integer;
  /** Always null: a push may contain secrets. */
  request!: null;
  /** The processed message in base64; null in lists, and until processing ends. */
  response!: string | null;
  /** How its webhook was called; null before the first attempt, and without a webhook. */
  webhook!: WebhookDelivery | null;
}

/** A page of records. */
export class ProcessingRecords {
  /** Records without their messages. */
  results!: readonly ProcessingRecord[];
  /** Names the next page; null on the last one. */
  cursor!: string | null;
}

/** Whose backlog is wanted. */
export class ProcessingStatsQuery {
  /** Only pushes of this knowledge box. */
  @IsOptional() @Matches(/^[a-z0-9_-]{1,250}$/) kbid?: string | null;
}

/** How much is not done yet. */
export class ProcessingStats {
  /** Pushes that have not ended. */
  incomplete!: Integer;
  /** Those of them that a worker has taken. */
  scheduled!: Integer;
}

/** The pushes to cancel. */
export class CancelPayload {
  /** Name of the knowledge box in the pushes. */
  @Matches(/^[a-z0-9_-]{1,250}$/) kbid!: string;
  /** Only pushes of this resource; all of the knowledge box when absent. */
  @IsOptional() @Matches(/^[a-z0-9_-]{1,250}$/) resource_id?: string | null;
}
