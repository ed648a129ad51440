import { handlersOf } from '@lectern/bus';
import {
  cancelProcessing,
  getProcessingRequest,
  getProcessingStats,
  listProcessingRequests,
  replayProcessingWebhook,
  streamProcessingResults,
} from '@lectern/contracts/understanding';
import { RecordService } from './record.service';
import { ResultStream } from './result-stream';

export const RecordHandlers = handlersOf(RecordService)
  .answer(listProcessingRequests, (records, { query, principal }) => records.list(query, principal))
  .answer(getProcessingRequest, (records, { params, principal }) => records.get(params.processing_id, principal))
  .answer(getProcessingStats, (records, { query, principal }) => records.stats(query.kbid, principal))
  .answer(cancelProcessing, (records, { body, principal }) => records.cancel(body, principal))
  .answer(replayProcessingWebhook, (records, { params, principal }) =>
    records.replayWebhook(params.processing_id, principal),
  )
  .of(ResultStream)
  .answer(streamProcessingResults, (results, { params: { processing_id: id }, query, headers, principal, signal }) =>
    results.stream({ id, query, lastEventId: headers['last-event-id'], principal, signal }),
  );
