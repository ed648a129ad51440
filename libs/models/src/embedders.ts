import { AppError } from '@lectern/contracts/core';
import type { Embedder, EmbedderDescription } from './embedder';
import { LexicalEmbedder } from './lexical/lexical-embedder';
import { ModelRegistry } from './model-registry';
import { OnnxEmbedder } from './onnx/onnx-embedder';
import { defaultEmbedderIds } from './store/catalogue';
import type { ModelStore } from './store/model-store';

const ALWAYS = 'lexical';

export interface EmbeddersOptions {
  readonly store: ModelStore;
  /** Id of the default; when absent, the best one of the catalogue that is in the store. */
  readonly preferred?: string;
  readonly workers: number;
  readonly threads: number;
  /** Embedders of a server. */
  readonly others?: readonly Embedder[];
}

/** The available embedders, by id. The default is that of knowledge boxes that choose none. */
export class Embedders extends ModelRegistry<EmbedderDescription, Embedder> {
  /**
   * @param candidates ids of the models from which a knowledge box that chooses none gets the one that suits its
   *   languages, the best first
   */
  constructor(
    embedders: readonly Embedder[],
    defaultId: string,
    readonly candidates: readonly string[] = [defaultId],
  ) {
    super(embedders, defaultId);
  }

  /**
   * Damaged models in the store are treated as missing. If that is the requested default, or the default is a model of
   * the catalogue that is not installed, it is replaced by the lexical one, and `ModelStore.faults` has the reason.
   *
   * @throws AppError `unavailable` when the requested default is unknown
   */
  static async open({ store, preferred: asked, workers, threads, others = [] }: EmbeddersOptions): Promise<Embedders> {
    await store.noteIncomplete();
    const stored = (await store.list()).filter(({ manifest }) => manifest.task === 'embedding');
    const usable = (await Promise.all(stored.map(({ manifest }) => store.findUsable(manifest.id)))).filter(
      (model) => model !== undefined,
    );
    const embedders: Embedder[] = usable.map(({ manifest }) => new OnnxEmbedder({ store, manifest, workers, threads }));
    const all = [...embedders, ...others, new LexicalEmbedder()];
    const isKnown = (id: string) => all.some(({ description }) => description.id === id);
    const isFaulty = asked !== undefined && !isKnown(asked) && (await store.isAwaited(asked, 'embedding'));
    const defaultId = (isFaulty ? ALWAYS : asked) ?? defaultEmbedderIds.find(isKnown) ?? ALWAYS;
    if (!isKnown(defaultId)) throw new AppError('unavailable', `EMBEDDER ${defaultId} is not in the model store`);
    const candidates = asked === undefined ? defaultEmbedderIds.filter(isKnown) : [];
    return new Embedders(all, defaultId, candidates.length > 0 ? candidates : [defaultId]);
  }
}
