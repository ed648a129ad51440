import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rerankerContract } from '../reranker.contract';
import { ModelStore } from '../store/model-store';
import { OnnxReranker } from './onnx-reranker';
import { writeTinyCrossEncoder } from './tiny-models.fixture';

describe('OnnxReranker', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
    await writeTinyCrossEncoder(folder, 'sum-of-ids');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const create = async () => {
    const store = new ModelStore(folder);
    const { manifest } = await store.get('sum-of-ids');
    return new OnnxReranker({ store, manifest, workers: 1, threads: 1 });
  };

  rerankerContract(create);

  it('gives what the model says of query and text together', async () => {
    const reranker = await create();
    const [without, once, cut] = await reranker.rerank('sea', [
      { text: 'sea', score: 1 },
      { text: 'moon', score: 0 },
      { text: `${'sea '.repeat(40)} moon`, score: 0 },
    ]);
    expect(without).toBeCloseTo(1 / (1 + Math.exp(-5)), 5);
    expect(once).toBeGreaterThan(0.9999);
    expect(cut).toBeCloseTo(without ?? 0, 5);
    await reranker.close();
  });
});
