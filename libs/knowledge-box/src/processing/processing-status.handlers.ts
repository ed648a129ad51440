import { handlersOf } from '@lectern/bus';
import { listProcessingStatus } from '@lectern/contracts/knowledge-box';
import { ProcessingStatusService } from './processing-status.service';

export const ProcessingStatusHandlers = handlersOf(ProcessingStatusService).answer(
  listProcessingStatus,
  (status, { params, query, principal }) => status.list(params.kbid, query, principal),
);
