import { BacklogCounts } from './backlog-counts';
import { ProcessingStatusHandlers } from './processing-status.handlers';
import { ProcessingStatusService } from './processing-status.service';

/** What cannot be found yet. */
export const processingParts = {
  controllers: [ProcessingStatusHandlers],
  providers: [BacklogCounts, ProcessingStatusService],
};
