import type { FeedbackRequest } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';

/** A question to the user, as far as the engine knows it. */
export type UserQuestion = Pick<FeedbackRequest, 'question' | 'module' | 'agent_id' | 'timeout_ms'> &
  Partial<Pick<FeedbackRequest, 'data' | 'response_schema'>>;

/** The caller of an interaction cannot be asked. Modules do not continue after it. */
export class NobodyToAsk extends AppError {
  constructor() {
    super('invalid_request', 'Elicitation is only supported via websocket');
  }
}
