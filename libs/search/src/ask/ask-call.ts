import type { AskHeaders, AskRequest } from '@lectern/contracts/search';
import type { AskRecording, AskObserver, Rephrased } from '@lectern/activity';
import type { CallContext } from '../query/retrieval-query';

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
