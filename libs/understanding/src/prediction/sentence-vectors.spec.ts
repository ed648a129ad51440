import { Embedders, ModelStore } from '@lectern/models';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { graphVectors, sentenceBatch, sentenceVectors } from './sentence-vectors';

const options = { purpose: 'query' as const, showConsumption: true, signal: new AbortController().signal };

describe('vectors of texts', () => {
  let embedders: Embedders;

  beforeAll(async () => {
    const store = new ModelStore(await mkdtemp(join(tmpdir(), 'models-')));
    embedders = await Embedders.open({ store, workers: 1, threads: 1 });
  });

  it('are the same alone, among others and by name', async () => {
    const names = Array.from({ length: 70 }, (_, at) => `harbour ${at}`);
    const { default: embedder } = embedders;
    const batch = await sentenceBatch(names, embedder, { ...options, purpose: 'passage' });
    const { vectors } = await graphVectors([...names, ...names], [embedder], options);
    const { data } = await sentenceVectors('harbour 69', [embedder], options);
    expect(batch.vectors[69]).toEqual(data);
    expect(Object.entries(vectors['lexical'] ?? {}).map(([name]) => name)).toEqual(names);
    expect(vectors['lexical']?.['harbour 69']).toEqual(data);
  });

  it('consume a third of a token for each character, for each model', async () => {
    const { consumption } = await sentenceVectors('harbour', [embedders.default], options);
    expect(consumption?.normalized_tokens).toEqual({ input: 0.003, output: 0, image: 0 });
    const hidden = await sentenceVectors('harbour', [embedders.default], { ...options, showConsumption: false });
    expect(hidden.consumption).toBeNull();
  });

  it('are none of no texts', async () => {
    expect((await sentenceBatch([], embedders.default, options)).vectors).toEqual([]);
  });
});
