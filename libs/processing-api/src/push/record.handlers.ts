import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  cancelProcessing,
  getProcessingRequest,
  getProcessingStats,
  listProcessingRequests,
  replayProcessingWebhook,
  streamProcessingResults,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { RecordService } from './record.service';
import { ResultStream } from './result-stream';

@Controller()
export class RecordHandlers {
  constructor(
    private readonly records: RecordService,
    private readonly results: ResultStream,
  ) {}

  @Handles(listProcessingRequests)
  list({ query, principal }: Request<typeof listProcessingRequests>) {
    return this.records.list(query, principal);
  }

  @Handles(getProcessingRequest)
  get({ params, principal }: Request<typeof getProcessingRequest>) {
    return this.records.get(params.processing_id, principal);
  }

  @Handles(getProcessingStats)
  stats({ query, principal }: Request<typeof getProcessingStats>) {
    return this.records.stats(query.kbid, principal);
  }

  @Handles(cancelProcessing)
  cancel({ body, principal }: Request<typeof cancelProcessing>) {
    return this.records.cancel(body, principal);
  }

  @Handles(replayProcessingWebhook)
  replay({ params, principal }: Request<typeof replayProcessingWebhook>) {
    return this.records.replayWebhook(params.processing_id, principal);
  }

  @Handles(streamProcessingResults)
  stream({ params, query, headers, principal, signal }: Request<typeof streamProcessingResults>) {
    const { processing_id: id } = params;
    return this.results.stream({ id, query, lastEventId: headers['last-event-id'], principal, signal });
  }
}
