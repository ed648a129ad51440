import type { AskHeaders, AskRequest } from '@lectern/contracts/search';
import type { AskRecording, AskObserver, Rephrased } from '@lectern/activity';
import type { CallContext } from '../query/retrieval-query';

/** A question and the context in which it is asked. */
export interface AskCall extends CallContext {
  readonly kbid: string;
  readonly request: AskRequest;
  readonly headers: AskHeaders;
  /** Restricts the question to one resource. */
  readonly target?: { readonly rid?: string; readonly rslug?: string };
  readonly observer?: AskObserver;
  /** An earlier rewrite of the question; it is not rewritten again. */
  readonly pinned?: Rephrased;
  /** Records the progress of the question. */
  readonly recording: AskRecording;
}
