import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { scheduledTask, task } from '../../core/task';
import { processesForAccount, PROCESSING_DEADLINE_MS } from '../processing-interface';
import { PushAccepted, PushPayload } from './push.dto';

/**
 * Has texts, files, pages and conversations understood as a knowledge box would: extracted, split, enriched and
 * embedded. The answer comes when the push is queued; its outcome is in its record, on its stream, in the queue
 * of the NUA client and at its webhook. A push without a field completes with an empty result.
 */
export const pushToProcessing = operation({
  name: 'understanding.processing.push',
  summary: 'Push a resource to be processed',
  feature: 'processing',
  http: {
    method: 'POST',
    path: ['/api/v1/processing/push', '/api/v2/processing/push'],
    host: 'zone',
    success: 200,
  },
  policy: processesForAccount,
  body: PushPayload,
  answer: PushAccepted,
  fails: {
    ...failsWithoutRoom,
    invalid_request:
      'The request is not valid, a file token is not one of the account or has expired, or an embedding model is not ' +
      'installed.',
    rate_limited: 'Too much of the account waits to be processed; `Retry-After` says when to try again.',
  },
  deadlineMs: PROCESSING_DEADLINE_MS,
});

/** Processes a push and stores its results. Safe to repeat. */
export const processPush = task<{ readonly processingId: string }>({
  name: 'processPush',
  attemptsMax: 10,
  timeoutMs: 10 * 60_000,
});

/** Tells the webhook of a push that it has ended, for about a day. Safe to repeat. */
export const deliverWebhook = task<{ readonly processingId: string }>({
  name: 'deliverWebhook',
  attemptsMax: 150,
  timeoutMs: 60_000,
  worksWithoutRoom: true,
});

/** Ends abandoned pushes, and removes results and files that have expired. */
export const removeExpiredPushes = scheduledTask(
  'removeExpiredPushes',
  { intervalMs: 60_000 },
  { worksWithoutRoom: true },
);
