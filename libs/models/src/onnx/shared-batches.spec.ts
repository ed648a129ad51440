import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cosine } from '../embedder.contract';
import { ModelStore } from '../store/model-store';
import { ATTENTION_DIMENSIONS, batchSize, selfAttention } from './batch-models.fixture';
import { OnnxEmbedder } from './onnx-embedder';
import { OnnxModel } from './onnx-model';
import { OnnxPool } from './onnx-pool';
import { writeTinyModel } from './tiny-models.fixture';

/** Of different lengths; "moon" is the only word with a vector of its own. */
const questions = Array.from({ length: 20 }, (_, at) => `${'moon '.repeat(at % 4)}${'sea '.repeat(at % 5)}${at}`);

describe('Questions that wait at the same time', () => {
  let folder: string;
  let store: ModelStore;
  const ended: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
    store = new ModelStore(folder);
    const attention = { task: 'embedding', dimensions: ATTENTION_DIMENSIONS };
    await writeTinyModel(folder, 'attention', { ...attention, weights: selfAttention() });
    await writeTinyModel(folder, 'rounded-attention', { ...attention, weights: selfAttention({ isRounded: true }) });
    const size = { task: 'embedding', dimensions: 2 };
    await writeTinyModel(folder, 'size', { ...size, weights: batchSize() });
    await writeTinyModel(folder, 'rounded-size', { ...size, weights: batchSize({ isRounded: true }) });
  });
  afterEach(async () => void (await Promise.all(ended.splice(0).map((end) => end()))));
  afterAll(() => rm(folder, { recursive: true }));

  const closing = <T extends { close(): Promise<void> }>(opened: T) => {
    ended.push(() => opened.close());
    return opened;
  };
  const embedder = async (id: string) => {
    const { manifest } = await store.get(id);
    return closing(new OnnxEmbedder({ store, manifest, workers: 1, threads: 1 }));
  };
  const model = async (id: string) => {
    const { manifest } = await store.get(id);
    const shared = new SharedArrayBuffer(8);
    const setup = { folder: join(folder, id), manifest, threads: 1, yields: false, gate: shared };
    return closing(await OnnxModel.load(setup));
  };
  /** Its workers have not started: all calls wait until the model is loaded. */
  const poolOf = async (id: string, { workers = 0 } = {}) => {
    const { manifest } = await store.get(id);
    return closing(new OnnxPool({ setup: { folder: join(folder, id), manifest, threads: 1 }, workers }));
  };
  const sizeOf = (vector: Float32Array | undefined) => Math.round((vector?.[0] ?? 0) / (vector?.[1] ?? 1));
  const sizes = async (pool: OnnxPool, texts: readonly string[], call: { question?: string } = {}) =>
    (await Promise.all(texts.map((text) => pool.run({ texts: [text], purpose: 'query', ...call })))).map(([vector]) =>
      sizeOf(vector),
    );

  it('share batches within the limits if the model computes with floating-point numbers', async () => {
    const found = await sizes(await poolOf('size'), Array<string>(20).fill('sea'));
    expect(found.toSorted()).toEqual([...Array<number>(4).fill(4), ...Array<number>(16).fill(8)]);
  });

  it('share batches as pairs of a cross-encoder, too', async () => {
    expect(await sizes(await poolOf('size'), ['sea', 'ice', 'sun'], { question: 'tides' })).toEqual([3, 3, 3]);
  });

  it('are run one by one if an operator rounds with a scale of the batch', async () => {
    expect(await sizes(await poolOf('rounded-size'), Array<string>(20).fill('sea'))).toEqual(Array(20).fill(1));
  });

  it('share no batch with texts so long that they would mostly be padding', async () => {
    expect(await sizes(await poolOf('size'), ['sea', 'sea '.repeat(20), 'ice'])).toEqual([2, 1, 2]);
  });

  it('share no batch with passages', async () => {
    const pool = await poolOf('size', { workers: 1 });
    const passages = pool.run({ texts: ['sea', 'ice', 'sun'], purpose: 'passage' });
    // Two are sent to the worker for questions, one to that of the passages.
    expect(await sizes(pool, ['sky', 'sea', 'ice'])).toEqual([2, 2, 1]);
    expect((await passages).map(sizeOf)).toEqual([3, 3, 3]);
  });

  it('leave the batch when their callers leave', async () => {
    const pool = await poolOf('size');
    const controller = new AbortController();
    const left = pool.run({ texts: ['ice'], purpose: 'query', signal: controller.signal });
    const others = sizes(pool, ['sea', 'sun', 'sky']);
    controller.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    expect(await others).toEqual([3, 3, 3]);
  });

  it('fail alone when the model cannot read one of them', async () => {
    const pool = await poolOf('size');
    const failing = pool.run({ texts: ['moon'], purpose: 'query' });
    const others = sizes(pool, ['sea', 'sun']);
    await expect(failing).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('indices') });
    expect(await others).toEqual([1, 1]);
    expect(await sizes(pool, ['ice'])).toEqual([1]);
  });

  it('have the vectors that they have alone, to 1e-6', async () => {
    const { canMix, vectors } = await together('attention');
    expect(canMix).toBe(true);
    for (const { alone, mixed } of vectors)
      mixed.forEach((value, at) => expect(Math.abs(value - (alone[at] ?? 0))).toBeLessThan(1e-6));
    const waiting = await embedder('attention');
    const found = await Promise.all(questions.map((text) => waiting.embed([text], 'query')));
    found.forEach(([vector], index) => expect(cosine(vector, vectors[index]?.alone)).toBeCloseTo(1, 6));
  });

  it('would have others in batches of a model that rounds, so its values are those of a batch of one', async () => {
    const { canMix, vectors } = await together('rounded-attention');
    expect(canMix).toBe(false);
    const differences = vectors.flatMap(({ alone, mixed }) =>
      [...mixed].map((value, at) => Math.abs(value - (alone[at] ?? 0))),
    );
    expect(Math.max(...differences)).toBeGreaterThan(1e-4);
    const waiting = await embedder('rounded-attention');
    const found = await Promise.all(questions.map((text) => waiting.embed([text], 'query')));
    expect(found.map(([vector]) => vector)).toEqual(vectors.map(({ alone }) => alone));
  });

  it('are run once if they are equal, whatever the model', async () => {
    const once = await embedder('size');
    const same = await Promise.all(Array.from({ length: 5 }, () => once.embed(['sea'], 'query')));
    expect(same.map(([vector]) => sizeOf(vector))).toEqual([1, 1, 1, 1, 1]);
    const other = await embedder('size');
    const different = await Promise.all(['ice', 'sun', 'sky'].map((text) => other.embed([text], 'query')));
    expect(Math.max(...different.map(([vector]) => sizeOf(vector)))).toBeGreaterThan(1);
  });

  /** The vectors of the questions alone, and when all are run in as few batches as possible. */
  async function together(id: string) {
    const loaded = await model(id);
    const prepared = () => questions.map((text) => loaded.prepare({ texts: [text], purpose: 'query' }));
    const [alone, mixed] = [prepared(), prepared()];
    const batches = (rows: readonly OnnxRow[]) => loaded.batchOf(rows) ?? { rows: [], width: 0 };
    for (const { rows } of alone) await loaded.run(batches(rows));
    let left = mixed.flatMap(({ rows }) => rows);
    while (left.length > 0) {
      const batch = batches(left);
      await loaded.run(batch);
      left = left.filter((row) => !batch.rows.includes(row));
    }
    const vectors = alone.map(({ values }, index) => ({ alone: values, mixed: mixed[index]?.values ?? values }));
    return { canMix: loaded.canMix, vectors };
  }
});

type OnnxRow = Parameters<OnnxModel['batchOf']>[0][number];
