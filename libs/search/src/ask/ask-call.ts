import type { AskHeaders, AskRequest } from '@lectern/contracts';
import type { RetrievalCall } from '../retrieval/retrieval-query';

/** A question with where it is asked. */
export interface AskCall extends RetrievalCall {
  readonly kbid: string;
  readonly request: AskRequest;
  readonly headers: AskHeaders;
  /** The only resource that may answer. */
  readonly target?: { readonly rid?: string; readonly rslug?: string };
}
