import type { FeedbackRequest } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';

/** A question to the user, as far as the engine knows it. */
export type UserQuestion = Pick<FeedbackRequest, 'question' | 'module' | 'agent_id' | 'timeout_ms'> &
  Partial<Pick<FeedbackRequest, 'data' | 'response_schema' | 'get_credentials' | 'credentials'>>;

/** The caller of an interaction cannot be asked. Modules do not continue after it. */
export class NobodyToAsk extends AppError {
  constructor(what: 'Elicitation' | 'OAuth' = 'Elicitation') {
    super('invalid_request', `${what} is only supported via websocket`);
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
