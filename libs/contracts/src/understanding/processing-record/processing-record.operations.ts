import { BAD_CURSOR, failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { processesForAccount, PROCESSING_DEADLINE_MS, UNKNOWN_RECORD } from '../processing-interface';
import {
  CancelPayload,
  ProcessingRecord,
  ProcessingRecords,
  ProcessingRequestsQuery,
  ProcessingStats,
  ProcessingStatsQuery,
  ProcessingTarget,
} from './processing-record.dto';

const reading = { policy: processesForAccount, deadlineMs: PROCESSING_DEADLINE_MS };

/** Lists what became of the pushes of the account, without their messages. */
export const listProcessingRequests = operation({
  ...reading,
  name: 'understanding.processing.list',
  summary: 'List pushes',
  http: {
    method: 'GET',
    path: ['/api/v1/processing/requests', '/api/v2/processing/status'],
    host: 'zone',
    success: 200,
  },
  query: ProcessingRequestsQuery,
  answer: ProcessingRecords,
  fails: { invalid_request: BAD_CURSOR },
});

/** Says what became of a push, with its message from the moment on in which it is completed. */
export const getProcessingRequest = operation({
  ...reading,
  name: 'understanding.processing.get',
  summary: 'Get a push with its result',
  http: {
    method: 'GET',
    path: ['/api/v1/processing/requests/{processing_id}', '/api/v2/processing/status/{processing_id}'],
    host: 'zone',
    success: 200,
  },
  params: ProcessingTarget,
  answer: ProcessingRecord,
  fails: { not_found: UNKNOWN_RECORD },
});

/** Counts pending pushes, for callers that stop pushing while too many are pending. */
export const getProcessingStats = operation({
  ...reading,
  name: 'understanding.processing.stats',
  summary: 'Count pushes that are not done',
  http: { method: 'GET', path: '/api/v1/processing/stats', host: 'zone', success: 200 },
  query: ProcessingStatsQuery,
  answer: ProcessingStats,
});

/** Tells the webhook of a push again, or that of its NUA client, for about a day until it takes it. */
export const replayProcessingWebhook = operation({
  ...reading,
  name: 'understanding.processing.replay-webhook',
  summary: 'Tell the webhook of a push again',
  http: {
    method: 'POST',
    path: '/api/v1/processing/requests/{processing_id}/webhook',
    host: 'zone',
    success: 200,
    reply: 'null',
  },
  params: ProcessingTarget,
  fails: { ...failsWithoutRoom, not_found: UNKNOWN_RECORD, conflict: 'The push has not ended.' },
});

/** Ends pushes that are not done, of a resource or of a knowledge box: they fail without a notification. */
export const cancelProcessing = operation({
  ...reading,
  name: 'understanding.processing.cancel',
  summary: 'Cancel pushes',
  http: { method: 'DELETE', path: '/api/v1/processing/requests', host: 'zone', success: 200, reply: 'null' },
  body: CancelPayload,
  fails: failsWithoutRoom,
});
