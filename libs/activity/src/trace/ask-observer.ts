import type { AskRequest } from '@lectern/contracts/search';
import type { AnswerToGenerate, ChatTurn } from '@lectern/contracts/understanding';
import type { RetrievalObserver } from './retrieval-observer';

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
