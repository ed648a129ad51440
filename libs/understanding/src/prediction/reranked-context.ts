import type { Embedder, Reranker } from '@lectern/models';
import { cosine, LEXICAL_RANKING } from '@lectern/ranking';
import { tokensRead } from './sentence-vectors';

export interface RerankedContext {
  /** One per text, in order. */
  readonly scores: readonly number[];
  /** Approximate number of tokens read. */
  readonly tokens: number;
}

/**
 * Scores of texts. The lexical reranker only corrects an existing order, and these texts are unordered, so they are
 * ordered by meaning first.
 *
 * @throws AppError `rate_limited`, `unavailable`, `cancelled`
 */
export async function rerankedContext(
  question: string,
  texts: readonly string[],
  { reranker, embedder, signal }: { readonly reranker: Reranker; readonly embedder: Embedder; signal: AbortSignal },
): Promise<RerankedContext> {
  if (texts.length === 0) return { scores: [], tokens: 0 };
  if (reranker.description.id !== LEXICAL_RANKING) {
    const candidates = texts.map((text) => ({ text, score: 0 }));
    const tokens = tokensRead([...texts, ...texts.map(() => question)], embedder);
    return { scores: await reranker.rerank(question, candidates, { signal }), tokens };
  }
  const [[asked] = [], passages] = await Promise.all([
    embedder.embed([question], 'query', { signal }),
    embedder.embed(texts, 'passage', { signal }),
  ]);
  const candidates = texts.map((text, at) => ({ text, score: cosine(asked, passages[at]) }));
  const scores = await reranker.rerank(question, candidates, { signal });
  return { scores, tokens: tokensRead([question, ...texts], embedder) };
}
