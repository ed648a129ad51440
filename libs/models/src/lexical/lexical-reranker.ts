import { detectLanguage, words } from '@lectern/text';
import { AppError } from '@lectern/contracts';
import type { ModelDescription } from '../model';
import { Reranker, type RerankCandidate } from '../reranker';

const candidatesMax = 500;
const evidenceWeight = 0.1;

/** Moves up what says more of the query. Small weights: the order of retrieval is mostly kept. */
export class LexicalReranker extends Reranker {
  readonly description: ModelDescription = { id: 'lexical', languages: ['*'] };

  async rerank(
    query: string,
    candidates: readonly RerankCandidate[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly number[]> {
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    if (candidates.length > candidatesMax) throw new AppError('invalid_request', `At most ${candidatesMax} texts can be reranked`);
    const asked = detectLanguage(query).language;
    const most = Math.max(...candidates.map(({ score }) => score), Number.MIN_VALUE);
    return candidates.map(({ text, title, language, score }) => {
      const spoken = language ?? asked;
      const terms = new Set([...words(query, spoken)].map(({ stem }) => stem).filter((stem) => stem !== ''));
      const said = new Set([...words(`${title ?? ''}\n${text}`, spoken)].map(({ stem }) => stem));
      const covered = terms.size === 0 ? 0 : [...terms].filter((term) => said.has(term)).length / terms.size;
      return (1 - evidenceWeight) * Math.max(0, score / most) + evidenceWeight * covered;
    });
  }

  async close(): Promise<void> {}
}
