import { operation } from '../../core/operation';
import { processesForAccount, PROCESSING_DEADLINE_MS } from '../processing-interface';
import {
  LegacyPulled,
  LegacyPullQuery,
  PulledMessages,
  PULL_TIMEOUT_S_MAX,
  PullExtension,
  PullPayload,
  PullStatus,
} from './processing-queue.dto';

const pulling = {
  policy: processesForAccount,
  deadlineMs: PROCESSING_DEADLINE_MS + PULL_TIMEOUT_S_MAX * 1_000,
};

const NOTHING = 204;

/**
 * Takes results from the queue of the NUA client, and acknowledges earlier ones. Waits until there is one; then answers
 * 204. A result that is not acknowledged in time is delivered again. Results of the same resource come one after the
 * other, in the order of its pushes; others in any order.
 */
export const pullProcessing = operation({
  ...pulling,
  name: 'understanding.processing.pull',
  summary: 'Take results from the queue',
  http: {
    method: 'POST',
    path: ['/api/v1/processing/pull', '/api/v2/processing/pull'],
    host: 'zone',
    success: 200,
    alsoAnswers: [NOTHING],
    respond: (pulled: PulledMessages) => (pulled.messages.length > 0 ? { body: pulled } : { status: NOTHING }),
    read: (body) => body || { messages: [], ttl: 0, pending: 0 },
  },
  body: PullPayload,
  answer: PulledMessages,
});

/** Gives the client more time for results that it took, from now on as much as they had. */
export const extendProcessingPull = operation({
  ...pulling,
  name: 'understanding.processing.extend-pull',
  summary: 'Keep results that are being dealt with',
  http: {
    method: 'POST',
    path: ['/api/v1/processing/pull/in_progress', '/api/v2/processing/pull/in_progress'],
    host: 'zone',
    success: 200,
    reply: 'null',
  },
  body: PullExtension,
});

/** Counts what waits in the queue of the NUA client. */
export const getProcessingPullStatus = operation({
  ...pulling,
  name: 'understanding.processing.pull-status',
  summary: 'Count results in the queue',
  http: {
    method: 'GET',
    path: ['/api/v1/processing/pull/status', '/api/v2/processing/pull/status'],
    host: 'zone',
    success: 200,
  },
  answer: PullStatus,
});

/**
 * Reads the queue of the NUA client for clients that send how far they have come instead of acknowledging. A client
 * uses either this or `understanding.processing.pull`.
 */
export const pullProcessingLegacy = operation({
  ...pulling,
  name: 'understanding.processing.pull-legacy',
  summary: 'Read results from the queue by a cursor',
  http: { method: 'GET', path: '/api/v1/processing/pull', host: 'zone', success: 200 },
  query: LegacyPullQuery,
  answer: LegacyPulled,
});
