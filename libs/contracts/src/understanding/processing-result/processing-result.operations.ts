import { streamOperation } from '../../core/operation';
import { ProcessingTarget } from '../processing-record/processing-record.dto';
import { processesForAccount, PROCESSING_DEADLINE_MS, UNKNOWN_RECORD } from '../processing-interface';
import { ProcessingResultEvent, ProcessingResultsHeaders, ProcessingResultsQuery } from './processing-result.dto';

/**
 * Streams the results as server-sent events, once the push is completed, and `: keep-alive` every 15 seconds until
 * then. Per field: its full text, its chunks with their vectors, metadata, links, files. Files
 * are fetched by their tokens. The last event is `end`. With `Last-Event-ID` the stream continues after that event.
 */
export const streamProcessingResults = streamOperation({
  name: 'understanding.processing.results',
  summary: 'Stream the result of a push',
  http: {
    method: 'GET',
    path: '/api/v1/processing/requests/{processing_id}/results',
    host: 'zone',
    success: 200,
    reply: 'events',
    respond: ({ id, data }: ProcessingResultEvent) =>
      data
        ? { event: { name: data.type, ...(id !== undefined && { id: String(id) }) }, body: data }
        : { event: { comment: 'keep-alive' } },
  },
  policy: processesForAccount,
  params: ProcessingTarget,
  query: ProcessingResultsQuery,
  headers: ProcessingResultsHeaders,
  answer: ProcessingResultEvent,
  fails: {
    not_found: UNKNOWN_RECORD,
    invalid_request: 'The request is not valid, or `Last-Event-ID` does not come from this stream.',
  },
  deadlineMs: PROCESSING_DEADLINE_MS,
});
