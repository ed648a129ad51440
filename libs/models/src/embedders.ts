import { AppError } from '@lectern/contracts';
import type { Embedder, EmbedderDescription } from './embedder';
import { LexicalEmbedder } from './lexical/lexical-embedder';
import { OnnxEmbedder } from './onnx/onnx-embedder';
import type { ModelStore } from './store/model-store';

const preferred = 'minilm-l6';
const always = 'lexical';

export interface EmbeddersOptions {
  readonly store: ModelStore;
  /** Id of the default; chosen by what is in the store when absent. */
  readonly preferred?: string;
  readonly workers: number;
  readonly threads: number;
  /** Of a server. */
  readonly others?: readonly Embedder[];
}

/** The embedders that can be used here, by id. */
export class Embedders {
  private constructor(
    private readonly known: ReadonlyMap<string, Embedder>,
    /** Of knowledge boxes that choose none. */
    readonly defaultId: string,
  ) {}

  /**
   * What is in the store and is not right counts as not being there, but for the default that was asked for: then the
   * lexical one stands in, and `ModelStore.faults` says why.
   *
   * @throws AppError `unavailable` when the default that was asked for is not there
   */
  static async open({ store, preferred: asked, workers, threads, others = [] }: EmbeddersOptions): Promise<Embedders> {
    const stored = (await store.list()).filter(({ manifest }) => manifest.task === 'embedding');
    const usable = (await Promise.all(stored.map(({ manifest }) => store.findUsable(manifest.id)))).filter(
      (model) => model !== undefined,
    );
    const embedders: Embedder[] = usable.map(({ manifest }) => new OnnxEmbedder({ store, manifest, workers, threads }));
    const known = new Map(
      [...embedders, ...others, new LexicalEmbedder()].map((embedder) => [embedder.description.id, embedder]),
    );
    const isFaulty = stored.some(({ manifest }) => manifest.id === asked) && !known.has(asked ?? '');
    const defaultId = (isFaulty ? always : asked) ?? (known.has(preferred) ? preferred : always);
    if (!known.has(defaultId)) throw new AppError('unavailable', `EMBEDDER ${defaultId} is not in the model store`);
    return new Embedders(known, defaultId);
  }

  /** The model of knowledge boxes that choose none. */
  get default(): Embedder {
    return this.get(this.defaultId);
  }

  /** @throws AppError `unavailable` when no such model is here */
  get(id: string): Embedder {
    const embedder = this.known.get(id);
    if (!embedder) throw new AppError('unavailable', `The embedding model ${id} is not available`);
    return embedder;
  }

  /** The model of this id; undefined when it is not here. */
  find(id: string): Embedder | undefined {
    return this.known.get(id);
  }

  /** All models that can be used here. */
  list(): readonly EmbedderDescription[] {
    return [...this.known.values()].map(({ description }) => description);
  }

  /** Closes every model. */
  async close(): Promise<void> {
    await Promise.all([...this.known.values()].map((embedder) => embedder.close()));
  }
}
