import { BAD_CURSOR, failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { task } from '../../core/task';
import {
  IndexDifferences,
  IndexDifferencesQuery,
  IndexRunPayload,
  IndexRunQuery,
  IndexRuns,
  type IndexWork,
  IndexWorkTarget,
} from './index-run.dto';

/** Users who run the deployment. Not part of what applications use. */
const runsDeployment: Policy = { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' };

const DEADLINE_MS = 30_000;

/**
 * Requests the work and returns at once; background tasks do it, one knowledge box after another, and survive restarts.
 * Completed or failed runs start again; waiting and running ones continue, unless `from_empty` is new. The answer is
 * that of `GET`.
 *
 * @throws AppError `not_found`
 */
export const startIndexRun = operation({
  name: 'kb.index.start',
  summary: 'Rebuild or verify the indexes of one or all knowledge boxes of the zone',
  http: { method: 'POST', path: '/api/v1/admin/index/{work}', host: 'zone', success: 202 },
  policy: runsDeployment,
  params: IndexWorkTarget,
  body: IndexRunPayload,
  answer: IndexRuns,
  fails: { ...failsWithoutRoom, not_found: 'The knowledge box `kb` does not exist.' },
  deadlineMs: DEADLINE_MS,
});

/**
 * Returns the totals of the last run of each knowledge box, and at most 100 runs: failed ones first, then those with
 * differences, those that run, that wait, that are done.
 *
 * @throws AppError `not_found`
 */
export const readIndexRuns = operation({
  name: 'kb.index.read',
  summary: 'Get the progress of the last rebuild or verification of indexes',
  http: { method: 'GET', path: '/api/v1/admin/index/{work}', host: 'zone', success: 200 },
  policy: runsDeployment,
  params: IndexWorkTarget,
  query: IndexRunQuery,
  answer: IndexRuns,
  fails: { not_found: 'The knowledge box `kb` does not exist.' },
  deadlineMs: DEADLINE_MS,
});

/**
 * Lists the differences of verifications that are done, page by page; `cursor` of an answer names the next page.
 *
 * @throws AppError `not_found`, `invalid_request` for a bad cursor
 */
export const listIndexDifferences = operation({
  name: 'kb.index.list-differences',
  summary: 'List each difference that the last verification found',
  http: { method: 'GET', path: '/api/v1/admin/index/verify/differences', host: 'zone', success: 200 },
  policy: runsDeployment,
  query: IndexDifferencesQuery,
  answer: IndexDifferences,
  fails: { not_found: 'The knowledge box `kb` does not exist.', invalid_request: BAD_CURSOR },
  deadlineMs: DEADLINE_MS,
});

/** Does the run that is stored for a knowledge box; continues where the last attempt ended. */
export const maintainIndexes = task<{ readonly kbid: string; readonly work: IndexWork }>({
  name: 'maintainIndexes',
  attemptsMax: 25,
  timeoutMs: 4 * 60 * 60_000,
});
