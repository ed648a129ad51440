import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { scheduledTask, task } from '../../core/task';
import { BlobSweepPage, BlobSweepPayload } from './blob-sweep.dto';

/**
 * Looks at up to 1,000 files of the blob store, and has those removed that no row names and that are older than a day:
 * some minutes later, when still no row names them. `cursor` of an answer names the next page.
 */
export const sweepBlobs = operation({
  name: 'kb.blob.sweep',
  summary: 'Remove files that nothing names',
  http: { method: 'POST', path: '/api/v1/admin/blobs/sweep', host: 'zone', success: 200 },
  // Users who run the deployment. Not part of what applications use.
  policy: { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' },
  body: BlobSweepPayload,
  answer: BlobSweepPage,
  fails: failsWithoutRoom,
  worksWithoutRoom: true,
  deadlineMs: 60_000,
});

/** Looks at the files of the blob store for those that no row names. */
export const findUnnamedBlobs = scheduledTask(
  'findUnnamedBlobs',
  { intervalMs: 24 * 3_600_000 },
  { attemptsMax: 25, worksWithoutRoom: true },
);

/** Removes files that still no row names. */
export const removeUnnamedBlobs = task<{ readonly keys: readonly string[] }>({
  name: 'removeUnnamedBlobs',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
  worksWithoutRoom: true,
});
