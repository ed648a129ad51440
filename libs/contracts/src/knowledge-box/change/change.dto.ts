import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { Together } from '../../validation/decorators';
import type { ChangeKind, ProcessingStepKind } from '../resource-work/resource-work.dto';

/** Longest time that a request waits for a change, in seconds. */
export const CHANGES_WAIT_S_MAX = 30;

/** Which part of the change feed, and how long to wait for it. */
@Together<ChangesQuery>(({ cursor, from }) =>
  cursor !== undefined && from !== undefined ? 'a cursor already says where to continue: leave out `from`' : undefined,
)
export class ChangesQuery {
  /** `cursor` of an earlier answer: the feed continues after it. */
  @IsOptional() @Matches(/^[0-9a-z]{1,12}$/) cursor?: string;
  /** Without a cursor: `start` is the oldest change that is kept, the default; `end` returns a cursor and no change. */
  @IsOptional() @IsIn(['start', 'end']) from?: 'start' | 'end';
  /** Most changes of an answer. */
  @IsInt() @Min(1) @Max(1_000) limit: number = 100;
  /** Seconds to wait for a change when the feed has no new one. */
  @IsInt() @Min(0) @Max(CHANGES_WAIT_S_MAX) wait_s: number = 0;
  /**
   * Also the steps of processing: `started` when a resource is to be processed, `stopped` when that has ended,
   * `indexed` each time that searches see more of it.
   */
  @IsBoolean() steps: boolean = false;
}

/** That a resource changed. */
export class ResourceChange {
  /** Id of the resource, 32 hex digits. It may be gone by now. */
  resource_id!: string;
  /** The event. */
  operation!: ChangeKind | ProcessingStepKind;
  /** Audit label, user id, or id of the service account; `system` for what processing changed. */
  by!: string;
  /** When, UTC without suffix. */
  at!: string;
}

/** A part of the change feed, and the cursor of the next part. */
export class ChangePage {
  /** Oldest first; changes of one resource in the order in which they were made. */
  changes!: readonly ResourceChange[];
  /** Where to continue. Valid as long as the changes after it are kept, across restarts and in every process. */
  cursor!: string;
  /** Whether more changes follow at once. */
  has_more!: boolean;
  /** Days for which changes are kept. */
  kept_days!: Integer;
}
