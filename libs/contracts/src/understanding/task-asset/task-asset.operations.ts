import { operation, type Policy } from '../../core/operation';
import { task } from '../../core/task';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { Download } from '../../knowledge-box/upload/upload.dto';
import {
  TaskAssetAddress,
  TaskAssetFileQuery,
  TaskAssetFileTarget,
  TaskAssetList,
  TaskAssetTarget,
} from './task-asset.dto';

const deadlineMs = 15_000;
const reads: Policy = { credentials: ['nua', 'sa', 'user', 'pat'], role: 'READER', on: 'kb' };
const base = '/api/v1/kb/{kbid}/assets';

/**
 * Lists the reports of tasks for existing resources: one in Markdown and one in CSV for each run that was completed.
 * They say how many fields the task read and what it found; of a labeler also which labels it gave to resources that
 * users had labelled with the same labelset. A knowledge box keeps its newest 1,000 reports.
 */
export const listTaskAssets = operation({
  name: 'understanding.task-asset.list',
  summary: 'List the reports of tasks of a knowledge box',
  http: { method: 'GET', path: base, host: 'zone', success: 200 },
  policy: reads,
  params: KnowledgeBoxTarget,
  answer: TaskAssetList,
  deadlineMs,
});

/** Returns an address of the report, which works for an hour without a credential. */
export const getTaskAsset = operation({
  name: 'understanding.task-asset.get',
  summary: 'Get the address of a report of a task',
  http: { method: 'GET', path: `${base}/{asset_id}`, host: 'zone', success: 200 },
  policy: reads,
  params: TaskAssetTarget,
  answer: TaskAssetAddress,
  fails: { not_found: 'The knowledge box has no such report.' },
  deadlineMs,
});

/**
 * Returns a report. The signature in the address is the credential; it ends after an hour. `Range` with one range of
 * bytes is answered 206. Where the object store can be reached by clients, 307 sends them there.
 */
export const fetchTaskAsset = operation({
  name: 'understanding.task-asset.file',
  summary: 'Fetch a report of a task',
  http: {
    method: 'GET',
    path: `${base}/{asset_id}/file`,
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 307],
  },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  params: TaskAssetFileTarget,
  query: TaskAssetFileQuery,
  answer: Download,
  fails: {
    not_found: 'There is no such report, or its address has expired.',
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
  },
  deadlineMs,
});

/** Writes the reports of a run of a task that was completed. */
export const writeTaskReport = task<{ readonly kbid: string; readonly taskId: string }>({
  name: 'writeTaskReport',
  attemptsMax: 10,
  timeoutMs: 60_000,
});
