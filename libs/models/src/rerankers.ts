import { AppError } from '@lectern/contracts';
import { LexicalReranker } from './lexical/lexical-reranker';
import type { OnnxOptions } from './onnx/lazy-pool';
import { OnnxReranker } from './onnx/onnx-reranker';
import type { Reranker } from './reranker';

/**
 * The reranker of that id: `lexical`, or a cross-encoder of the store. The lexical one stands in for one whose files
 * are not right; `ModelStore.faults` says why.
 *
 * @throws AppError `unavailable` when it is not there
 */
export async function openReranker(id: string, options: Omit<OnnxOptions, 'manifest'>): Promise<Reranker> {
  if (id === 'lexical') return new LexicalReranker();
  const stored = await options.store.find(id);
  if (stored?.manifest.task !== 'reranking')
    throw new AppError('unavailable', `RERANKER ${id} is not in the model store`);
  const usable = await options.store.findUsable(id);
  return usable ? new OnnxReranker({ ...options, manifest: usable.manifest }) : new LexicalReranker();
}
