import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { operation } from '../core/operation';
import { ListOf, Nested } from '../validation/decorators';
import { text } from '../validation/node';
import { KnowledgeBoxTarget } from './params';
import { READ_DEADLINE_MS } from './policies';

export class ProcessingStatusQuery {
  /** Of the page before. */
  @IsOptional() @Matches(/^[0-9a-f]{32}$/) cursor?: string;
  /** True: what waits for its turn or its next try. False: what runs or was given up. Absent: all. */
  @IsOptional() @IsBoolean() scheduled?: boolean;
  @IsInt() @Min(1) @Max(200) limit: number = 20;
}

/** How a resource cannot be found yet; one that is not found by its words is not found by its meaning either. */
export const findings = ['words', 'meaning'] as const;
export type Finding = (typeof findings)[number];

/**
 * What is still to be done for a resource: all of its work together. Dates are UTC without suffix. Of several pieces
 * of work, that which runs stands for all, else that which is due first, else that which was given up.
 */
export class ProcessingStatusItem {
  /** The task as `admin/tasks` names it; empty for a moment between two tasks. */
  @IsString() processing_id!: string;
  @IsString() resource_id!: string;
  @IsString() kbid!: string;
  @IsString() title!: string;
  /** `labelset/label`, those that callers gave. */
  @ListOf(text()) labels!: readonly string[];
  /** Always false: what is done is not listed any more. */
  @IsBoolean() completed!: boolean;
  /** Whether it waits for its turn or its next try; else it runs, or was given up. */
  @IsBoolean() scheduled!: boolean;
  /** Since when it waits. */
  @IsString() timestamp!: string;
  /** Always null. */
  @IsOptional() @IsString() completed_at!: string | null;
  /** When it was or is due. */
  @IsOptional() @IsString() scheduled_at!: string | null;
  /** Whether some of its work was given up: it is not tried again by itself. */
  @IsBoolean() failed!: boolean;
  /** Attempts that failed so far, of the work that failed most. */
  @IsInt() retries!: number;
  /** Seconds until its next try or its turn; null while that is not known. */
  @IsOptional() @IsNumber() schedule_eta!: number | null;
  /** Its place, from 1, among the box's work of the same kind; 0 when it has none or more than 1,000 come before. */
  @IsInt() schedule_order!: number;
  @IsIn(findings) waits_for!: Finding;
}

/** How much is left in a knowledge box. */
export class ProcessingBacklog {
  /** Resources, as they were up to a second ago. */
  @IsInt() waiting!: number;
  /**
   * Resources a second by which `waiting` fell since it was highest in the last five minutes, as far as the process
   * that answers was asked; null while it has not been seen to fall.
   */
  @IsOptional() @IsNumber() rate!: number | null;
  /** Seconds until nothing is left at that rate. */
  @IsOptional() @IsNumber() eta_s!: number | null;
}

export class ProcessingBacklogs {
  /** Resources whose texts cannot all be found by their words yet. */
  @Nested(() => ProcessingBacklog) words!: ProcessingBacklog;
  /** Resources that are found by their words, wholly or in part, and not by their meaning yet. */
  @Nested(() => ProcessingBacklog) meaning!: ProcessingBacklog;
}

export class ProcessingStatus {
  /** Ordered by resource id. With `scheduled` a page may have fewer than `limit`, and others behind it. */
  @ListOf(() => ProcessingStatusItem) results!: readonly ProcessingStatusItem[];
  /** Null on the last page. */
  @IsOptional() @IsString() cursor!: string | null;
  @Nested(() => ProcessingBacklogs) waiting!: ProcessingBacklogs;
}

/**
 * Resources that cannot be found by their words or their meaning yet, and those whose work was given up (of the 1,000
 * pieces of work of the box that were given up first).
 *
 * @throws AppError `not_found`
 */
export const listProcessingStatus = operation({
  name: 'kb.processing.list',
  summary: 'List what is still to be processed or embedded',
  description:
    'One item for each resource that cannot be found by its words or its meaning yet, or whose work was given up; ' +
    'what is done is not listed. `waiting` counts all of them, beyond this page.',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/processing-status', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'READER', on: 'kb' },
  params: KnowledgeBoxTarget,
  query: ProcessingStatusQuery,
  answer: ProcessingStatus,
  deadlineMs: READ_DEADLINE_MS,
});
