import { handlersOf } from '@lectern/bus';
import { clientOf, exportFeedback, sendFeedback } from '@lectern/contracts/search';
import { FeedbackService } from './feedback.service';

export const FeedbackHandlers = handlersOf(FeedbackService)
  .answer(sendFeedback, (feedback, { params: { kbid }, headers, body, principal }) =>
    feedback.send(kbid, body, { principal, client: clientOf(headers) }),
  )
  .answer(exportFeedback, (feedback, { params: { kbid, month }, signal }) => feedback.export(kbid, month, signal));
