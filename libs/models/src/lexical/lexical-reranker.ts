import { LEXICAL_RANKING, lexicalScores, type RerankCandidate } from '@lectern/ranking';
import type { ModelDescription } from '../model';
import { Reranker } from '../reranker';

/** A reranker that needs no model: what texts say of the query in their words. */
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
