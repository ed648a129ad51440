import { LEXICAL_RANKING, lexicalScores, type RerankCandidate } from '@lectern/ranking';
import type { ModelDescription } from '../model';
import { Reranker } from '../reranker';

/** A reranker without a model: it compares the words of texts with those of the query. */
export class LexicalReranker extends Reranker {
  readonly description: ModelDescription = { id: LEXICAL_RANKING, languages: ['*'] };

  async rerank(
    query: string,
    candidates: readonly RerankCandidate[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly number[]> {
    return (await lexicalScores(query, candidates, options)).map(({ score }) => score);
  }

  async close(): Promise<void> {}
}
