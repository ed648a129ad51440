import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { task } from '../../core/task';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { readsActivity } from '../activity/activity.operations';
import { EvaluationSetTarget } from '../evaluation-set/evaluation-set.dto';
import { writesEvaluations } from '../evaluation-set/evaluation-set.operations';
import {
  EvaluationResults,
  EvaluationResultsQuery,
  EvaluationRunPayload,
  EvaluationRuns,
  EvaluationRunsQuery,
  EvaluationRunState,
  EvaluationRunTarget,
} from './evaluation-run.dto';

const item = '/api/v1/kb/{kbid}/evaluation_run/{run_id}';
const deadlineMs = 20_000;
const away = { unavailable: 'The database cannot be asked.' };
const noRun = 'The knowledge box or the run does not exist.';

/**
 * Asks all questions of a set in each of the ways, as a background task: ask for the run until it is finished. The
 * questions of the run are not recorded in the activity log; their tokens count. A knowledge box has at most 3 runs
 * that are not finished; of each set, the newest 20 runs are kept.
 */
export const startEvaluationRun = operation({
  name: 'search.evaluation-run.start',
  feature: 'generative',
  summary: 'Run a set of questions',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/evaluation_set/{set_id}/runs', host: 'zone', success: 201 },
  policy: writesEvaluations,
  params: EvaluationSetTarget,
  body: EvaluationRunPayload,
  answer: EvaluationRunState,
  fails: {
    ...failsWithoutRoom,
    ...away,
    not_found: 'The knowledge box or the set does not exist.',
    invalid_request: 'The request is not valid, or the set has no questions.',
    rate_limited: 'Too many requests, or the knowledge box has 3 runs that are not finished.',
  },
  deadlineMs,
});

/** Returns the runs that are kept, the newest first. */
export const listEvaluationRuns = operation({
  name: 'search.evaluation-run.list',
  summary: 'List runs of sets of questions',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/evaluation_runs', host: 'zone', success: 200 },
  policy: readsActivity,
  params: KnowledgeBoxTarget,
  query: EvaluationRunsQuery,
  answer: EvaluationRuns,
  fails: away,
  deadlineMs,
});

/** Returns how far a run is, and its figures with their intervals. */
export const getEvaluationRun = operation({
  name: 'search.evaluation-run.get',
  summary: 'Get a run of a set of questions',
  http: { method: 'GET', path: item, host: 'zone', success: 200 },
  policy: readsActivity,
  params: EvaluationRunTarget,
  answer: EvaluationRunState,
  fails: { ...away, not_found: noRun },
  deadlineMs,
});

/** Returns what each question brought in one variant of a run. */
export const listEvaluationResults = operation({
  name: 'search.evaluation-run.results',
  summary: 'List the results of a run',
  http: { method: 'GET', path: `${item}/results`, host: 'zone', success: 200 },
  policy: readsActivity,
  params: EvaluationRunTarget,
  query: EvaluationResultsQuery,
  answer: EvaluationResults,
  fails: { ...away, not_found: `${noRun.slice(0, -1)}, or it has no such variant.` },
  deadlineMs,
});

/** Stops a run that is not finished. */
export const deleteEvaluationRun = operation({
  name: 'search.evaluation-run.delete',
  summary: 'Delete a run of a set of questions',
  http: { method: 'DELETE', path: item, host: 'zone', success: 204, reply: 'empty' },
  policy: writesEvaluations,
  params: EvaluationRunTarget,
  fails: { ...away, not_found: noRun },
  deadlineMs,
});

/** Names a run. */
export interface EvaluationRunReference {
  /** Id of the knowledge box, UUID with hyphens. */
  readonly kbid: string;
  /** Id of the run. */
  readonly id: string;
}

/** Asks the questions of a run that were not asked yet. */
export const runEvaluation = task<EvaluationRunReference>({
  name: 'runEvaluation',
  attemptsMax: 5,
  timeoutMs: 15 * 60_000,
});
