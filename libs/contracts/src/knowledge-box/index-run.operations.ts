import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { operation, type Policy } from '../core/operation';
import { task } from '../core/task';

/** What is done with both indexes of a knowledge box: put anew from the database, or compared with it. */
export const indexWorks = ['rebuild', 'verify'] as const;
export type IndexWork = (typeof indexWorks)[number];

export const indexRunStates = ['waiting', 'running', 'done', 'failed'] as const;
export type IndexRunState = (typeof indexRunStates)[number];

/**
 * How an index differs from the database in a resource: it does not hold it (`missing`), holds one that does not exist
 * (`unknown`), an earlier version (`outdated`), a later one (`ahead`), or another number of paragraphs (`count`).
 */
export const indexProblems = ['missing', 'unknown', 'outdated', 'ahead', 'count'] as const;
export type IndexProblem = (typeof indexProblems)[number];

export class IndexWorkTarget {
  @IsIn(indexWorks) work!: IndexWork;
}

export class IndexRunPayload {
  /** The one knowledge box; all of the zone when absent. */
  @IsOptional() @IsString() kb?: string | null;
  /**
   * Of a rebuild: drop what the indexes hold first, for those that are damaged or made in another way. Searches find
   * only what has been put again, until it is done.
   */
  @IsBoolean() from_empty: boolean = false;
}

export class IndexRunQuery {
  /** The one knowledge box; all of the zone when absent. */
  @IsOptional() @IsString() kb?: string;
}

export class IndexDifferencesQuery extends IndexRunQuery {
  /** Of the page before. */
  @IsOptional() @IsString() cursor?: string;
  @IsInt() @Min(1) @Max(1_000) limit: number = 1_000;
}

/** What the database says an index should hold, and what it holds. */
export class IndexCounts {
  /** `keywords`, or the name of the model whose vectors it holds. */
  index!: string;
  expected!: { readonly resources: number; readonly paragraphs: number };
  held!: { readonly resources: number; readonly paragraphs: number };
  differences!: number;
  /** Why it cannot be read; it counts as holding nothing then, and is filled again without being asked. */
  damage?: string | null;
}

/** The last rebuild or verification of one knowledge box. */
export class IndexRun {
  kb!: string;
  state!: IndexRunState;
  resources!: { readonly total: number; readonly done: number };
  /** Resources that a rebuild took out of the indexes, because they do not exist. */
  removed!: number;
  /** Found by a verification. */
  differences!: number;
  /** Of a verification that is done. */
  indexes!: readonly IndexCounts[];
  /** Seconds still needed at the rate of now; null while that is not known. */
  eta_s!: number | null;
  /** UTC without suffix, here and below. */
  requested!: string;
  started!: string | null;
  updated!: string;
  ended!: string | null;
  /** Why it failed, or why the last attempt did. */
  error!: string | null;
}

/** How far the last rebuilds or verifications are. */
export class IndexRuns {
  work!: IndexWork;
  knowledge_boxes!: {
    readonly total: number;
    readonly waiting: number;
    readonly running: number;
    readonly done: number;
    readonly failed: number;
  };
  resources!: { readonly total: number; readonly done: number };
  removed!: number;
  differences!: number;
  eta_s!: number | null;
  /** At most 100: failed ones first, then those with differences, those that run, that wait, that are done. */
  runs!: readonly IndexRun[];
}

export class IndexDifference {
  kb!: string;
  /** `keywords`, or the name of the model whose vectors it holds. */
  index!: string;
  resource!: string;
  problem!: IndexProblem;
  /** Null when the resource does not exist. */
  expected!: { readonly version: number; readonly paragraphs: number } | null;
  /** Null when the index does not hold it. */
  held!: { readonly version: number; readonly paragraphs: number } | null;
}

export class IndexDifferences {
  differences!: readonly IndexDifference[];
  /** Null on the last page. */
  cursor!: string | null;
}

/** Whoever runs the deployment. Not part of what applications use. */
const runsDeployment: Policy = { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' };
const DEADLINE_MS = 30_000;

/** One that is not done goes on: asking again is harmless. @throws AppError `not_found` */
export const startIndexRun = operation({
  name: 'kb.index.start',
  summary: 'Rebuild or verify the indexes of one or all knowledge boxes of the zone',
  http: { method: 'POST', path: '/api/v1/admin/index/{work}', host: 'zone', success: 202 },
  policy: runsDeployment,
  params: IndexWorkTarget,
  body: IndexRunPayload,
  answer: IndexRuns,
  deadlineMs: DEADLINE_MS,
});

/** @throws AppError `not_found` */
export const readIndexRuns = operation({
  name: 'kb.index.read',
  summary: 'Tell how far the last rebuild or verification of indexes is',
  http: { method: 'GET', path: '/api/v1/admin/index/{work}', host: 'zone', success: 200 },
  policy: runsDeployment,
  params: IndexWorkTarget,
  query: IndexRunQuery,
  answer: IndexRuns,
  deadlineMs: DEADLINE_MS,
});

/** @throws AppError `not_found`, `invalid_request` for a cursor that is none */
export const listIndexDifferences = operation({
  name: 'kb.index.list-differences',
  summary: 'Name each difference that the last verification found',
  http: { method: 'GET', path: '/api/v1/admin/index/verify/differences', host: 'zone', success: 200 },
  policy: runsDeployment,
  query: IndexDifferencesQuery,
  answer: IndexDifferences,
  deadlineMs: DEADLINE_MS,
});

/** Rebuilds or verifies the indexes of a knowledge box, as the run that is noted for it says; goes on where it was. */
export const maintainIndexes = task<{ readonly kbid: string; readonly work: IndexWork }>({
  name: 'maintainIndexes',
  attemptsMax: 25,
  timeoutMs: 4 * 60 * 60_000,
});
