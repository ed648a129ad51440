import { operation } from '../../core/operation';
import { scheduledTask } from '../../core/task';
import { KnowledgeBoxTarget } from '../params';
import { ChangePage, CHANGES_WAIT_S_MAX, ChangesQuery } from './change.dto';

/**
 * Returns which resources were created, changed, processed or deleted, in an order in which no reader misses a change:
 * a change that is committed late comes after those that were read before. Each change is returned once to a client
 * that passes the cursor of each answer to the next request. With `wait_s`, the request waits for the next change.
 *
 * @throws AppError `precondition_failed` when changes after the cursor are no longer kept
 */
export const listChanges = operation({
  name: 'kb.change.list',
  summary: 'Follow the changes of resources, resumable by a cursor',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/changes', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'READER', on: 'kb' },
  params: KnowledgeBoxTarget,
  query: ChangesQuery,
  answer: ChangePage,
  fails: {
    precondition_failed: 'Changes after the cursor are no longer kept: read the resources again, then follow.',
    forbidden: 'The caller has no role on this knowledge box.',
    rate_limited: 'Too many requests, or too many clients wait for changes of this knowledge box.',
  },
  deadlineMs: (CHANGES_WAIT_S_MAX + 10) * 1_000,
});

/** Forgets old changes and receipts of deletions. */
export const removeOldChanges = scheduledTask(
  'removeOldChanges',
  { intervalMs: 60 * 60_000 },
  { worksWithoutRoom: true },
);
