import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { Integer } from '../../core/integer';

/** Types of work on the indexes of a knowledge box. */
export const indexWorks = ['rebuild', 'verify'] as const;

/** `rebuild` puts everything into both indexes again from the database; `verify` compares them with it. */
export type IndexWork = (typeof indexWorks)[number];

/** States of a rebuild or verification. */
export const indexRunStates = ['waiting', 'running', 'done', 'failed'] as const;

/** How far a rebuild or verification is. A `failed` one has used up its attempts. */
export type IndexRunState = (typeof indexRunStates)[number];

/** Ways in which an index can differ from the database in a resource. */
export const indexProblems = ['missing', 'unknown', 'outdated', 'ahead', 'count', 'content'] as const;

/**
 * How an index differs from the database in a resource: it lacks the resource (`missing`), holds one that does not
 * exist (`unknown`), an earlier version (`outdated`), a later one (`ahead`), another number of paragraphs (`count`), or
 * as many paragraphs with other texts, labels, dates or vectors (`content`).
 */
export type IndexProblem = (typeof indexProblems)[number];

/** A rebuild or a verification, named in a path. */
export class IndexWorkTarget {
  /** The work to request or to report. */
  @IsIn(indexWorks) work!: IndexWork;
}

/** The indexes to rebuild or verify. */
export class IndexRunPayload {
  /** Id of the one knowledge box, UUID; all of the zone when absent. */
  @IsOptional() @IsString() kb?: string | null;
  /**
   * Of a rebuild: drop what the indexes hold first, for indexes that are damaged or have another layout. Until the
   * rebuild is done, searches find only the resources that were already indexed again.
   */
  @IsBoolean() from_empty: boolean = false;
}

/** Which knowledge boxes are wanted. */
export class IndexRunQuery {
  /** Id of the one knowledge box, UUID; all of the zone when absent. */
  @IsOptional() @IsString() kb?: string;
}

/** Which differences are wanted, and which page of them. */
export class IndexDifferencesQuery extends IndexRunQuery {
  /** `cursor` of the previous page; the first page when absent. */
  @IsOptional() @IsString() cursor?: string;
  /** Most differences on a page. */
  @IsInt() @Min(1) @Max(1_000) limit: number = 1_000;
}

/** Expected content of an index, from the database, and its actual content. */
export class IndexCounts {
  /** `keywords`, or the name of the model whose vectors the index holds. */
  index!: string;
  /** Expected content, from the database. */
  expected!: {
    /** Resources with paragraphs. */
    readonly resources: Integer;
    /** Paragraphs of all resources. */
    readonly paragraphs: Integer;
  };
  /** Actual content of the index. */
  held!: {
    /** Resources with paragraphs. */
    readonly resources: Integer;
    /** Paragraphs of all resources. */
    readonly paragraphs: Integer;
  };
  /** Resources in which the index differs. */
  differences!: Integer;
  /**
   * Why the index cannot be read; it then counts as holding nothing and is filled again without a request. Absent or
   * null when it can be read.
   */
  damage?: string | null;
}

/** The last rebuild or verification of one knowledge box. */
export class IndexRun {
  /** Id of the knowledge box, UUID with hyphens. */
  kb!: string;
  /** How far it is. */
  state!: IndexRunState;
  /** Resources of the knowledge box. */
  resources!: {
    /** Resources when it was requested. */
    readonly total: Integer;
    /** Resources that were put or compared so far. */
    readonly done: Integer;
  };
  /** Resources that a rebuild took out of the indexes because they do not exist. */
  removed!: Integer;
  /** Differences that a verification found; `GET …/index/verify/differences` lists them. */
  differences!: Integer;
  /** Content of each index, of a completed verification; else empty. */
  indexes!: readonly IndexCounts[];
  /** Seconds still needed at the present rate; null while that is not known, 0 when it has ended. */
  eta_s!: Integer | null;
  /** When it was requested, UTC without suffix. */
  requested!: string;
  /** When work on it began, UTC without suffix; null while it waits. */
  started!: string | null;
  /** When it last made progress, UTC without suffix. */
  updated!: string;
  /** When it was done or failed, UTC without suffix; null before. */
  ended!: string | null;
  /** Why it failed, or why the last attempt did; null when none failed. */
  error!: string | null;
}

/** How far the last rebuilds or verifications are. */
export class IndexRuns {
  /** The work done. */
  work!: IndexWork;
  /** Knowledge boxes with such a run, by its state. */
  knowledge_boxes!: {
    /** All of them. */
    readonly total: Integer;
    /** Those whose run has not begun. */
    readonly waiting: Integer;
    /** Those whose run has begun. */
    readonly running: Integer;
    /** Those whose run is complete. */
    readonly done: Integer;
    /** Those whose run was given up. */
    readonly failed: Integer;
  };
  /** Resources of these knowledge boxes. */
  resources!: {
    /** All of them. */
    readonly total: Integer;
    /** Those that were put or compared so far. */
    readonly done: Integer;
  };
  /** Resources that rebuilds took out of the indexes because they do not exist. */
  removed!: Integer;
  /** Differences that verifications found. */
  differences!: Integer;
  /** Seconds still needed at the present rate; null while that is not known, 0 when all have ended. */
  eta_s!: Integer | null;
  /** At most 100: failed ones first, then those with differences, those that run, that wait, that are done. */
  runs!: readonly IndexRun[];
}

/** A resource in which an index differs from the database. */
export class IndexDifference {
  /** Id of the knowledge box, UUID with hyphens. */
  kb!: string;
  /** `keywords`, or the name of the model whose vectors the index holds. */
  index!: string;
  /** Id of the resource, 32 hex digits. */
  resource!: string;
  /** How they differ. */
  problem!: IndexProblem;
  /** Expected content; null when the resource does not exist. */
  expected!: {
    /** Version of the resource in the database. */
    readonly version: Integer;
    /** Paragraphs that the index should hold. */
    readonly paragraphs: Integer;
  } | null;
  /** Actual content; null when the index lacks the resource. */
  held!: {
    /** Version of the resource in the index. */
    readonly version: Integer;
    /** Paragraphs that the index holds. */
    readonly paragraphs: Integer;
  } | null;
}

/** A page of differences. */
export class IndexDifferences {
  /** At most `limit`, in the order in which they were found. */
  differences!: readonly IndexDifference[];
  /** Names the next page; null on the last one. */
  cursor!: string | null;
}
