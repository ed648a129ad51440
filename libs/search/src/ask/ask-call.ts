import type { AskHeaders, AskRequest } from '@lectern/contracts/search';
import type { AskRecording } from '../activity/ask-recording';
import type { AnswerToGenerate, ChatTurn } from '@lectern/contracts/understanding';
import type { CallContext, RetrievalObserver } from '../query/retrieval-query';

/** What to look up instead of the question, and the history that belongs to it. */
export interface Rephrased {
  readonly rephrased?: string;
  readonly history: readonly ChatTurn[];
}

/** Is shown how a question is answered. */
export interface AskObserver extends RetrievalObserver {
  /** @param question as it was rewritten to stand alone, and the history that belongs to it */
  rephrased(question: Rephrased): void;
  /** @param request with the members of its search configuration */
  prompted(prompt: AnswerToGenerate, request: AskRequest): void;
}

/** A question with where it is asked. */
export interface AskCall extends CallContext {
  readonly kbid: string;
  readonly request: AskRequest;
  readonly headers: AskHeaders;
  /** The only resource that may answer. */
  readonly target?: { readonly rid?: string; readonly rslug?: string };
  readonly observer?: AskObserver;
  /** How the question was rewritten before: it is not rewritten again. */
  readonly pinned?: Rephrased;
  /** Told what becomes of the question. */
  readonly recording: AskRecording;
}
