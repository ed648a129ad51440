import { AppError } from '@lectern/contracts/core';
import { type Embedder, Embedders, Rerankers } from '@lectern/models';
import { Readiness } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { LexicalEmbedder } from '../../../models/src/lexical/lexical-embedder';
import { LexicalReranker } from '../../../models/src/lexical/lexical-reranker';
import { ModelLoading } from './model-loading';

/** A model that blocks until it is released. */
class SlowEmbedder extends LexicalEmbedder {
  override readonly isLocal = true;
  letGo = (): void => undefined;
  private readonly loaded = new Promise<void>((resolve) => (this.letGo = resolve));

  override async embed(texts: readonly string[], purpose: 'query' | 'passage'): Promise<readonly Float32Array[]> {
    await this.loaded;
    return super.embed(texts, purpose);
  }
}

class BrokenEmbedder extends LexicalEmbedder {
  override readonly isLocal = true;

  override embed(): Promise<readonly Float32Array[]> {
    return Promise.reject(new AppError('unavailable', 'Its files are not there'));
  }
}

function startWith(embedder: Embedder): { readonly loading: ModelLoading; readonly readiness: Readiness } {
  const readiness = new Readiness();
  const { id } = embedder.description;
  const lexical = new LexicalReranker();
  const rerankers = new Rerankers([lexical], lexical.description.id);
  const loading = new ModelLoading(new Embedders([embedder], id), rerankers, readiness);
  readiness.enter('serving');
  loading.onApplicationBootstrap();
  return { loading, readiness };
}

/** Waits until its check has run again. */
async function status(readiness: Readiness): Promise<string> {
  await new Promise((resolve) => setImmediate(resolve));
  return (await readiness.report()).status;
}

describe('the default models', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('are loaded before the process is ready', async () => {
    const embedder = new SlowEmbedder();
    const { readiness } = startWith(embedder);
    expect(await readiness.report()).toEqual({
      status: 'not ready',
      checks: { 'model-loading': 'The default models are being loaded' },
    });
    embedder.letGo();
    while ((await status(readiness)) !== 'ok') await new Promise((resolve) => setTimeout(resolve, 10));
    readiness.enter('stopping');
  });

  it('keep nothing from starting when they cannot be loaded, and have no background then', async () => {
    const embedder = new BrokenEmbedder();
    const { loading, readiness } = startWith(embedder);
    while ((await status(readiness)) !== 'ok') await new Promise((resolve) => setTimeout(resolve, 10));
    expect(loading.backgroundOf(embedder, new Float32Array([1]))).toBeUndefined();
    readiness.enter('stopping');
  });
});
