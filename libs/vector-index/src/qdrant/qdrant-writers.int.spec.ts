import { randomUUID } from 'node:crypto';
import { describeUnless, findQdrant, QdrantServer } from '@lectern/testing';
import { hitsOf, near, recordOf, ridOf, vectorset } from '../vector-records.contract';
import { QdrantVectorIndex } from './qdrant-vector-index';

const found = findQdrant();
const rounds = 25;
const seed = 20_261_121;

/** Each as if in another process: they share nothing but Qdrant. */
describeUnless('missing' in found ? found.missing : undefined, 'several writers of one Qdrant', () => {
  let server: QdrantServer;
  let writers: readonly QdrantVectorIndex[];
  let state = seed;

  /** Mulberry32, as a whole number below `end`. */
  function random(end: number): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  const open = (prefix: string) =>
    QdrantVectorIndex.open({
      url: server.url,
      prefix,
      timeoutMs: 5_000,
      largeBoxes: [],
      quantization: 'none',
      shards: 1,
      replicas: 1,
      role: 'writer',
    });

  beforeAll(async () => {
    server = await QdrantServer.start(found);
    const prefix = `test-${randomUUID()}`;
    writers = await Promise.all(Array.from({ length: 4 }, () => open(prefix)));
  });

  afterAll(async () => {
    await Promise.all(writers.map((writer) => writer.close()));
    await server.stop();
  });

  const [first, ...others] = [0, 1, 2, 3].map((i) => () => {
    const writer = writers[i];
    if (!writer) throw new Error('There are four writers');
    return writer;
  });
  if (!first) throw new Error('There is a first writer');

  it('make its collection at the same time', async () => {
    await Promise.all(writers.map((writer, i) => writer.put(vectorset, [recordOf(i, [i])])));
    expect((await hitsOf(first(), near(0))).sort()).toEqual([0, 1, 2, 3]);
  });

  it('leave what the newest version holds, and no more, in whatever order they come', async () => {
    const newest = new Map<string, { version: number; vectors: number }>();
    for (let round = 0; round < rounds; round += 1) {
      const n = 100 + random(5);
      const base = newest.get(ridOf(n))?.version ?? 0;
      const puts = writers.map((writer, i) => {
        const [version, vectors] = [base + 1 + ((i + random(4)) % 4), random(6)];
        return { writer, version, vectors };
      });
      const distinct = puts.filter(({ version }, i) => puts.findIndex((other) => other.version === version) === i);
      await Promise.all(
        distinct.map(({ writer, version, vectors }) =>
          writer.put(vectorset, [recordOf(n, Array(vectors).fill(version), { version })]),
        ),
      );
      const best = distinct.reduce((a, b) => (a.version > b.version ? a : b));
      newest.set(ridOf(n), { version: best.version, vectors: best.vectors });
    }
    const { resources } = await first().scroll(vectorset, 100);
    const held = resources.filter(({ rid }) => newest.has(rid));
    expect(held.map(({ rid, version, vectors }) => [rid, { version, vectors }])).toEqual([...newest].sort());
  });

  it('agree that what was deleted is gone', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const n = 200 + round;
      await first().put(vectorset, [recordOf(n, [1, 2, 3])]);
      const late = others.map((writer, i) => writer().put(vectorset, [recordOf(n, [1, 2, 3, 4], { version: 2 + i })]));
      await Promise.all([...late, first().delete(vectorset.kbid, [{ rid: ridOf(n), version: 10 }])]);
    }
    const { resources } = await first().scroll(vectorset, 1_000);
    expect(resources.filter(({ rid }) => Number.parseInt(rid, 16) >= 200)).toEqual([]);
    const [writer] = others;
    await writer?.().put(vectorset, [recordOf(200, [1], { version: 9 })]);
    await writer?.().put(vectorset, [recordOf(201, [1], { version: 11 })]);
    expect((await hitsOf(first(), near(0, { limit: 500 }))).filter((n) => n >= 200)).toEqual([201]);
  });

  it('take more vectors of one resource than a request holds, and remove them again', async () => {
    const set = { ...vectorset, id: 'large' };
    await first().put(set, [recordOf(1, Array(9_000).fill(1))]);
    expect((await first().scroll(set, 10)).resources).toEqual([{ rid: ridOf(1), version: 1, vectors: 9_000 }]);
    await others[0]?.().put(set, [recordOf(1, [1, 2], { version: 2 })]);
    expect(await first().count(set)).toMatchObject({ vectors: 2 });
  });
});
