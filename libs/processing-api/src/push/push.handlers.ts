import { handlersOf } from '@lectern/bus';
import {
  extendProcessingPull,
  getProcessingPullStatus,
  pullProcessing,
  pullProcessingLegacy,
  pushToProcessing,
} from '@lectern/contracts/understanding';
import { PushService } from './push.service';
import { QueueService } from './queue.service';

export const PushHandlers = handlersOf(PushService)
  .answer(pushToProcessing, (pushes, { body, principal }) => pushes.push(body, principal))
  .of(QueueService)
  .answer(pullProcessing, (queue, { body, principal, signal }) => queue.pull(body, { principal, signal }))
  .answer(extendProcessingPull, (queue, { body, principal }) => queue.extend(body.ack, principal))
  .answer(getProcessingPullStatus, (queue, { principal }) => queue.status(principal))
  .answer(pullProcessingLegacy, (queue, { query, principal, signal }) =>
    queue.pullLegacy(query, { principal, signal }),
  );
