import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedVectorIndex } from './embedded-vector-index';
import type { VectorIndex } from './vector-index';
import { describeVectorIndex, type VectorIndexStore } from './vector-index.contract';
import { idOf, recordOf, ridOf, vectorset } from './vector-records.contract';

async function temporaryStore(compactAfterCommits?: number): Promise<VectorIndexStore> {
  const folder = await mkdtemp(join(tmpdir(), 'vectors-'));
  return {
    open: async () => new EmbeddedVectorIndex({ folder, role: 'writer', cacheSizeBytes: 2 ** 26, compactAfterCommits }),
    destroy: () => rm(folder, { recursive: true, force: true }),
  };
}

describeVectorIndex('EmbeddedVectorIndex', () => temporaryStore());
describeVectorIndex('EmbeddedVectorIndex that compacts after every commit', () => temporaryStore(1));

describe('EmbeddedVectorIndex with many vectors', () => {
  const set = { ...vectorset, id: 'many', dimensions: 16 };
  let store: VectorIndexStore;
  let index: VectorIndex;
  let records: ReturnType<typeof recordOf>[];
  let state = 11;

  /** Mulberry32. */
  function random(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function unitVector(): Float32Array {
    const vector = Float32Array.from({ length: set.dimensions }, () => random() - 0.5);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }

  /** Exact search, optionally within one group. */
  function bestOf(vector: Float32Array, limit: number, group?: string): string[] {
    const all = records
      .filter(({ resource }) => !group || resource.groups.includes(group))
      .flatMap(({ vectors }) => vectors);
    const scored = all.map(({ id, vector: other }) => ({
      id,
      score: other.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), 0),
    }));
    return scored
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  beforeAll(async () => {
    store = await temporaryStore();
    index = await store.open();
    records = Array.from({ length: 60 }, (_, n) =>
      recordOf(
        n,
        Array.from({ length: 100 }, () => ({ degrees: 0, vector: unitVector() })),
        { groups: [n % 20 === 0 ? 'few' : 'most'] },
      ),
    );
    await index.put(set, records);
    await index.close();
    index = await store.open();
  });

  afterAll(async () => {
    await index.close();
    await store.destroy();
  });

  it('finds nearly all that comparing all would find, with exact scores', async () => {
    let found = 0;
    for (let i = 0; i < 20; i += 1) {
      const vector = unitVector();
      const wanted = bestOf(vector, 10);
      const hits = await index.search(set, { vector, limit: 10 });
      found += hits.filter(({ id }) => wanted.includes(id)).length;
      for (const { id, score } of hits) {
        const own =
          records.flatMap(({ vectors }) => vectors).find((one) => one.id === id)?.vector ?? new Float32Array();
        expect(score).toBeCloseTo(
          own.reduce((sum, value, k) => sum + value * (vector[k] ?? 0), 0),
          5,
        );
      }
    }
    expect(found / 200).toBeGreaterThan(0.8);
  });

  it('can be read as a whole', async () => {
    expect(await index.inspect(set, { whole: true })).toBe('held');
  });

  it('finds everything that a narrow filter leaves', async () => {
    const filter = { visibleTo: ['few'] };
    const hits = await index.search(set, { vector: unitVector(), limit: 500, filter });
    expect(hits).toHaveLength(300);
    expect(
      await index.search(set, { vector: unitVector(), limit: 500, filter: { resources: [ridOf(7)] } }),
    ).toHaveLength(100);
  });

  it('finds what was added since, and not what was deleted since', async () => {
    const vector = unitVector();
    const [gone = ''] = bestOf(vector, 1, 'most');
    await index.delete(set.kbid, [{ rid: gone.slice(0, 32), version: 1 }]);
    await index.put(set, [recordOf(1_000, [{ degrees: 0, vector }])]);
    const hits = await index.search(set, { vector, limit: 20 });
    expect(hits[0]).toMatchObject({ id: idOf(ridOf(1_000), 0), score: expect.closeTo(1, 5) });
    expect(hits.filter(({ id }) => id.startsWith(gone.slice(0, 32)))).toEqual([]);
  });
});
