import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DamageCase, damageCases, type HarmedIndex, surviveDamage } from '@lectern/testing';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import type { KeywordQuery } from './keyword-index';
import { kbid, queryOf, recordOf, ridOf } from './keyword-records.contract';

const RESOURCES = 16;
const truth = Array.from({ length: RESOURCES }, (_, n) =>
  recordOf(n, [`alpha w${n}`, 'beta gamma', { text: 'delta', labels: ['/l/topics/greek'] }], {
    version: 2,
    groups: n % 3 === 0 ? ['g1'] : [],
    labels: n % 2 === 0 ? ['/l/colours/red'] : [],
  }),
);
const late = recordOf(RESOURCES + 1, ['alpha that comes and goes']);

const idsOf = async (index: EmbeddedKeywordIndex, text: string, more: Partial<KeywordQuery> = {}) => {
  const { hits } = await index.search(kbid, queryOf(text, { limit: 100, ...more }));
  return hits.map(({ id }) => id).sort();
};

/** Every query that a keyword index answers. */
const questions: readonly ((index: EmbeddedKeywordIndex) => Promise<unknown>)[] = [
  (index) => idsOf(index, 'alpha'),
  (index) => idsOf(index, '', { phrases: [['beta', 'gamma']] }),
  (index) => idsOf(index, 'beta', { filter: { visibleTo: ['g1'] } }),
  (index) => idsOf(index, 'delta', { filter: { label: '/l/topics/greek' } }),
  (index) => idsOf(index, '', { filter: { date: 'created', sinceMs: 3_000, untilMs: 9_000 } }),
  (index) => idsOf(index, '', { filter: { date: 'modified', sinceMs: 3_000 }, limit: 5 }),
  async (index) => (await index.search(kbid, queryOf('gamma', { limit: 0, countMax: 100 }))).total,
  async (index) => {
    const read = await index.read(
      kbid,
      truth.map(({ paragraphs: [first] }) => first?.id ?? ''),
    );
    return read.map(({ id, text, labels, resourceLabels }) => [id, text, labels, resourceLabels]);
  },
  (index) => index.facets(kbid, ['/l/topics', '/l/colours', '/language']),
  (index) => index.scroll(kbid, 100),
  async (index) => (await index.count(kbid)).paragraphs,
];

/** Commits, updates, extensions, deletions and a compaction, to create files of every kind. */
async function fill(index: EmbeddedKeywordIndex): Promise<void> {
  const before = truth.map((record) => ({
    ...record,
    paragraphs: record.paragraphs.slice(0, 2),
    resource: { ...record.resource, version: 1, labels: ['/l/old'] },
  }));
  for (let n = 0; n < RESOURCES; n += 4) await index.put(kbid, before.slice(n, n + 4));
  await index.put(kbid, [late]);
  await index.extend(
    kbid,
    truth.map((record) => ({ ...record, paragraphs: record.paragraphs.slice(2), since: 1 })),
  );
  await index.update(
    kbid,
    truth.map(({ resource }) => resource),
  );
  await index.delete(kbid, [{ rid: ridOf(RESOURCES + 1), version: 1 }]);
}

function opened(folder: string): HarmedIndex & { readonly index: EmbeddedKeywordIndex } {
  const options = { folder, role: 'writer', cacheSizeBytes: 2 ** 24, compactAfterCommits: 6, lookEveryMs: 0 } as const;
  const index = new EmbeddedKeywordIndex(options);
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
      const passing = recordOf(RESOURCES + 2, ['alpha']);
      await index.put(kbid, [passing]);
      await index.extend(kbid, [{ ...recordOf(RESOURCES + 2, ['alpha', 'beta']), since: 1 }]);
      await index.delete(kbid, [{ rid: passing.resource.rid, version: 1 }]);
    },
    isReported: () => {
      const was = reported;
      reported = false;
      return was;
    },
    heal: async () => {
      await index.drop(kbid);
      await index.put(kbid, truth);
    },
    close: () => index.close(),
  };
}

describe('EmbeddedKeywordIndex with one damaged file', () => {
  const template = mkdtempSync(join(tmpdir(), 'whole-'));
  let expected: string;
  let cases: readonly DamageCase[];

  beforeAll(async () => {
    const whole = opened(template);
    await fill(whole.index);
    expected = await whole.answers();
    await whole.close();
    cases = damageCases(template, 'of the damaged files of words');
  });
  afterAll(() => rm(template, { recursive: true, force: true }));

  it('answers as before, by itself or when it is filled again, while it is open and when it is opened', async () => {
    expect(JSON.parse(expected)[0]).toHaveLength(RESOURCES);
    const wrong: unknown[] = [];
    for (const damage of cases) {
      const problem = await surviveDamage(template, damage, { expected, open: async (folder) => opened(folder) });
      if (problem !== undefined) wrong.push({ ...damage, problem: problem.slice(0, 300) });
    }
    expect(wrong).toEqual([]);
  }, 3_600_000);
});
