import type { FeedbackRequest } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';

/** A question to the user, as far as the engine knows it. */
export type UserQuestion = Pick<FeedbackRequest, 'question' | 'module' | 'agent_id' | 'timeout_ms'> &
  Partial<Pick<FeedbackRequest, 'data' | 'response_schema'>>;

/** How questions reach the user of an interaction. */
export interface Asking {
  /** Why they do not; absent where they do. */
  readonly refusal?: string;
  /**
   * What a module gets of what the user said; the same when absent.
   *
   * @throws AppError `invalid_request` for an answer that does not fit: the question still waits
   */
  readonly read?: (question: FeedbackRequest, said: string) => Promise<string>;
  /** Notes that nobody answered a question in time. */
  readonly expired?: (requestId: string) => void;
}

/** The caller of an interaction cannot be asked. Modules do not continue after it. */
export class NobodyToAsk extends AppError {
  constructor(refusal = 'Elicitation is only supported via websocket') {
    super('invalid_request', refusal);
  }
}
