import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DamageCase, damageCases, type HarmedIndex, surviveDamage } from '@lectern/testing';
import { EmbeddedVectorIndex } from './embedded-vector-index';
import type { VectorQuery } from './vector-index';
import { near, recordOf, ridOf, vectorset } from './vector-records.contract';

const { kbid } = vectorset;
const RESOURCES = 16;
/** More than a table without a vector index has. */
const VECTORS = 320;
const degreesOf = (n: number, i: number) => (n * 360) / RESOURCES + (i * 10) / VECTORS;
const truth = Array.from({ length: RESOURCES }, (_, n) =>
  recordOf(
    n,
    Array.from({ length: VECTORS }, (_, i) => degreesOf(n, i)),
    { version: 2, groups: n % 3 === 0 ? ['g1'] : [], labels: n % 2 === 0 ? ['/l/colours/red'] : [] },
  ),
);
const late = recordOf(RESOURCES + 1, [1, 2]);

const nearest = async (index: EmbeddedVectorIndex, degrees: number, more: Partial<VectorQuery> = {}) => {
  const hits = await index.search(vectorset, near(degrees, { limit: 12, ...more }));
  return hits.map(({ id, score }) => [id, score.toFixed(4)]);
};

/** Every query that a vector index answers. */
const questions: readonly ((index: EmbeddedVectorIndex) => Promise<unknown>)[] = [
  ...Array.from({ length: RESOURCES }, (_, n) => (index: EmbeddedVectorIndex) => nearest(index, degreesOf(n, 0))),
  (index) => nearest(index, 0, { filter: { visibleTo: ['g1'] } }),
  (index) => nearest(index, 0, { filter: { label: '/l/colours/red' } }),
  (index) => nearest(index, 0, { filter: { date: 'created', sinceMs: 3_000, untilMs: 9_000 } }),
  (index) => nearest(index, 0, { filter: { date: 'modified', sinceMs: 3_000 } }),
  (index) => index.scroll(vectorset, 100),
  async (index) => (await index.count(vectorset)).vectors,
];

/** Commits, updates, extensions, deletions and a compaction, to create files of every kind. */
async function fill(index: EmbeddedVectorIndex): Promise<void> {
  const before = truth.map((record) => ({
    vectors: record.vectors.slice(0, VECTORS / 2),
    resource: { ...record.resource, version: 1, labels: ['/l/old'] },
  }));
  for (let n = 0; n < RESOURCES; n += 4) await index.put(vectorset, before.slice(n, n + 4));
  await index.put(vectorset, [late]);
  await index.extend(
    vectorset,
    truth.map((record) => ({ ...record, vectors: record.vectors.slice(VECTORS / 2), since: 1 })),
  );
  await index.update(
    kbid,
    truth.map(({ resource }) => resource),
  );
  await index.delete(kbid, [{ rid: ridOf(RESOURCES + 1), version: 1 }]);
}

function opened(folder: string): HarmedIndex & { readonly index: EmbeddedVectorIndex } {
  const options = { folder, role: 'writer', cacheSizeBytes: 2 ** 24, compactAfterCommits: 6, lookEveryMs: 0 } as const;
  const index = new EmbeddedVectorIndex(options);
  let reported = false;
  index.damage.listen(() => (reported = true));
  return {
    index,
    answers: async () => {
      const answers: unknown[] = [];
      for (const ask of questions) answers.push(await ask(index));
      return JSON.stringify(answers);
    },
    write: async () => {
      const passing = recordOf(RESOURCES + 2, [10]);
      await index.put(vectorset, [passing]);
      await index.extend(vectorset, [{ ...recordOf(RESOURCES + 2, [10, 20]), since: 1 }]);
      await index.delete(kbid, [{ rid: passing.resource.rid, version: 1 }]);
    },
    isReported: () => {
      const was = reported;
      reported = false;
      return was;
    },
    heal: async () => {
      await index.drop(kbid);
      await index.put(vectorset, truth);
    },
    close: () => index.close(),
  };
}

describe('EmbeddedVectorIndex with one damaged file', () => {
  const template = mkdtempSync(join(tmpdir(), 'whole-'));
  let expected: string;
  let cases: readonly DamageCase[];

  beforeAll(async () => {
    const whole = opened(template);
    await fill(whole.index);
    expected = await whole.answers();
    await whole.close();
    cases = damageCases(template, 'of the damaged files of vectors');
  });
  afterAll(() => rm(template, { recursive: true, force: true }));

  it('answers as before, by itself or when it is filled again, while it is open and when it is opened', async () => {
    expect(JSON.parse(expected).at(-1)).toBe(RESOURCES * VECTORS);
    const wrong: unknown[] = [];
    for (const damage of cases) {
      const problem = await surviveDamage(template, damage, { expected, open: async (folder) => opened(folder) });
      if (problem !== undefined) wrong.push({ ...damage, problem: problem.slice(0, 300) });
    }
    expect(wrong).toEqual([]);
  }, 3_600_000);
});
