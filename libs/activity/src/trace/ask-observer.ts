import type { AskRequest } from '@lectern/contracts/search';
import type { AnswerToGenerate, ChatTurn } from '@lectern/contracts/understanding';
import type { RetrievalObserver } from './retrieval-observer';

/** The query to use instead of the question, and the related history. */
export interface Rephrased {
  readonly rephrased?: string;
  readonly history: readonly ChatTurn[];
}

/** Observes how a question is answered. */
export interface AskObserver extends RetrievalObserver {
  /** @param question rewritten to stand alone, with the related history */
  rephrased(question: Rephrased): void;
  /** @param request with the members of its search configuration */
  prompted(prompt: AnswerToGenerate, request: AskRequest): void;
}
