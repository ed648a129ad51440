import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { type EmbedderDescription, Embedders, Rerankers } from '@lectern/models';
import { Logger } from '@nestjs/common';
import { LexicalEmbedder } from '../../../models/src/lexical/lexical-embedder';
import { LexicalReranker } from '../../../models/src/lexical/lexical-reranker';
import { ModelLoading } from './model-loading';
import { ModelPreloading } from './model-preloading';

const GIBIBYTE = 1_073_741_824;

/** Records its first use, at which a model of the store would be loaded. */
class NotedEmbedder extends LexicalEmbedder {
  override readonly isLocal = true;
  override readonly description: EmbedderDescription;

  constructor(
    private readonly id: string,
    private readonly loaded: string[],
    private readonly isBroken = false,
  ) {
    super();
    this.description = { ...new LexicalEmbedder().description, id };
  }

  override embed(texts: readonly string[], purpose: 'query' | 'passage'): Promise<readonly Float32Array[]> {
    if (this.isBroken) return Promise.reject(new AppError('unavailable', 'Its files are not there'));
    if (!this.loaded.includes(this.id)) this.loaded.push(this.id);
    return super.embed(texts, purpose);
  }
}

const use = (id: string, knowledge_boxes: number, installed = true) => ({ id, installed, knowledge_boxes });
const boxes = [use('default', 9), use('few', 1), use('many', 5), use('unused', 0), use('absent', 3, false)];

function world({ broken = [] }: { readonly broken?: readonly string[] } = {}) {
  const loaded: string[] = [];
  const embedders = ['default', 'few', 'many', 'unused'].map(
    (id) => new NotedEmbedder(id, loaded, broken.includes(id)),
  );
  const lexical = new LexicalReranker();
  const known = new Embedders(embedders, 'default');
  const loading = new ModelLoading(known, new Rerankers([lexical], lexical.description.id));
  const bus = Object.assign(new InProcessBus(), { request: async () => ({ embedders: boxes }) });
  return { loaded, loading, preloading: new ModelPreloading(bus, known, loading) };
}

describe('models that knowledge boxes use besides the default', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('are loaded after the default, those of most boxes first, and no others', async () => {
    const { loaded, loading, preloading } = world();
    const preloaded = preloading.preload(() => 4 * GIBIBYTE);
    await new Promise((resolve) => setImmediate(resolve));
    expect(loaded).toEqual([]);
    loading.onApplicationBootstrap();
    await preloaded;
    expect(loaded).toEqual(['default', 'many', 'few']);
  });

  it('are loaded while enough memory is free', async () => {
    const { loaded, loading, preloading } = world();
    loading.onApplicationBootstrap();
    await preloading.preload(() => (loaded.includes('many') ? 0.5 : 2) * GIBIBYTE);
    expect(loaded).toEqual(['default', 'many']);
  });

  it('do not keep each other from being loaded', async () => {
    const { loaded, loading, preloading } = world({ broken: ['many'] });
    loading.onApplicationBootstrap();
    await preloading.preload(() => 4 * GIBIBYTE);
    expect(loaded).toEqual(['default', 'few']);
  });

  it('are not loaded any more when the process stops', async () => {
    const { loaded, loading, preloading } = world();
    await preloading.onModuleDestroy();
    loading.onApplicationBootstrap();
    await preloading.preload(() => 4 * GIBIBYTE);
    expect(loaded).toEqual(['default']);
  });
});
