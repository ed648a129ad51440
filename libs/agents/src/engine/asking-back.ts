import type { FeedbackRequest } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';

/** A question to the user, as far as the engine knows it. */
export type UserQuestion = Pick<FeedbackRequest, 'question' | 'module' | 'agent_id' | 'timeout_ms'> &
  Partial<Pick<FeedbackRequest, 'data' | 'response_schema' | 'get_credentials' | 'credentials'>>;

/** How questions reach the user of an interaction. */
export interface Asking {
  /** Why they do not; absent where they do. */
  readonly refusal?: string;
  /** Whether addresses where the user signs in reach the user, too. */
  readonly canSignIn?: boolean;
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

/** Where a user signs in, and what follows. */
export interface UserSignIn {
  /** Address of the authorization server. */
  readonly url: string;
  /** Of `newState`. */
  readonly state: string;
  /** Takes the code with which the user comes back. @throws AppError when it is worth nothing */
  readonly exchange: (code: string) => Promise<void>;
}

/** The user of an interaction, who signs in for it and keeps credentials. */
export interface InteractionUser {
  /** A secret that a sign-in has in its address, and that counts once. @throws NobodyToAsk */
  readonly newState: () => string;
  /** @returns whether the user has signed in, within ten minutes @throws NobodyToAsk, AppError `cancelled` */
  readonly signIn: (where: UserSignIn) => Promise<boolean>;
  /** @returns undefined when nobody answers in time @throws NobodyToAsk, AppError */
  readonly askUser: (question: UserQuestion) => Promise<string | undefined>;
}
