import { AppError } from '@lectern/contracts/core';
import { LexicalReranker } from './lexical/lexical-reranker';
import type { ModelDescription } from './model';
import { ModelRegistry } from './model-registry';
import type { OnnxOptions } from './onnx/lazy-pool';
import { OnnxReranker } from './onnx/onnx-reranker';
import type { Reranker } from './reranker';

const ALWAYS = 'lexical';

/** The available rerankers, by id: `lexical`, and the cross-encoders of the store. */
export class Rerankers extends ModelRegistry<ModelDescription, Reranker> {
  /**
   * The lexical one replaces a default that is damaged, or in the catalogue but not installed; `ModelStore.faults` has
   * the reason.
   *
   * @throws AppError `unavailable` when the default is unknown
   */
  static async open(defaultId: string, options: Omit<OnnxOptions, 'manifest'>): Promise<Rerankers> {
    const { store } = options;
    const stored = (await store.list()).filter(({ manifest }) => manifest.task === 'reranking');
    const found = await Promise.all(stored.map(({ manifest }) => store.findUsable(manifest.id)));
    const usable = found.filter((model) => model !== undefined);
    const rerankers: Reranker[] = usable.map(({ manifest }) => new OnnxReranker({ ...options, manifest }));
    const isUsable = usable.some(({ manifest }) => manifest.id === defaultId);
    if (!isUsable && defaultId !== ALWAYS && !(await store.isAwaited(defaultId, 'reranking')))
      throw new AppError('unavailable', `RERANKER ${defaultId} is not in the model store`);
    return new Rerankers([...rerankers, new LexicalReranker()], isUsable ? defaultId : ALWAYS);
  }
}
