import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { clientOf, exportFeedback, sendFeedback } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { FeedbackService } from './feedback.service';

@Controller()
export class FeedbackHandlers {
  constructor(private readonly feedback: FeedbackService) {}

  @Handles(sendFeedback)
  send({ params: { kbid }, headers, body, principal }: Request<typeof sendFeedback>) {
    return this.feedback.send(kbid, body, { principal, client: clientOf(headers) });
  }

  @Handles(exportFeedback)
  export({ params: { kbid, month }, signal }: Request<typeof exportFeedback>) {
    return this.feedback.export(kbid, month, signal);
  }
}
