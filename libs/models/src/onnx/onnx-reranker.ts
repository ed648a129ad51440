import type { RerankCandidate } from '@lectern/ranking';
import type { ModelDescription } from '../model';
import { Reranker } from '../reranker';
import { LazyPool, type OnnxOptions } from './lazy-pool';

/** A cross-encoder of the store: reads query and text together, and scores how well the text answers the query. */
export class OnnxReranker extends Reranker {
  readonly description: ModelDescription;
  private readonly pool: LazyPool;

  constructor(options: OnnxOptions) {
    super();
    const { id, languages } = options.manifest;
    this.description = { id, languages };
    this.pool = new LazyPool(options);
  }

  async rerank(
    query: string,
    candidates: readonly RerankCandidate[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly number[]> {
    const texts = candidates.map(({ text, title }) => (title ? `${title}\n${text}` : text));
    const logits = await this.pool.run({ purpose: 'query', texts, question: query, signal });
    return logits.map(([logit = 0]) => 1 / (1 + Math.exp(-logit)));
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}
