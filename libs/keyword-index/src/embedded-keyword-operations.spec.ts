import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import { countingOperations } from './engine-operations.fixture';
import { OWN_MATCHES_MAX } from './keyword-index';
import { idOf, kbid, queryOf, recordOf, ridOf } from './keyword-records.contract';

describe('Operations of LanceDB', () => {
  let folder: string;
  let index: EmbeddedKeywordIndex;
  let begun: string[];
  let restore: () => void;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'operations-'));
    index = new EmbeddedKeywordIndex({ folder: join(folder, 'index'), role: 'writer', cacheSizeBytes: 2 ** 24 });
    const titled = { terms: 'moon tide', words: 'tide', text: 'tide', titleTerms: ['moon'] };
    // Texts of different lengths, so that no two scores are equal.
    const many = Array.from({ length: OWN_MATCHES_MAX + 50 }, (_, i) => `sun${' ray'.repeat(i)}`);
    await index.put(kbid, [
      recordOf(1, ['moon pulls', titled, 'moon moon']),
      recordOf(2, many),
      recordOf(3, ['comet']),
      recordOf(
        4,
        Array.from({ length: OWN_MATCHES_MAX + 50 }, () => 'star'),
      ),
    ]);
    restore = await countingOperations(join(folder, 'other'), (name) => begun.push(name));
  });
  beforeEach(() => (begun = []));
  afterAll(async () => {
    restore();
    await index.close();
    await rm(folder, { recursive: true, force: true });
  });

  const find = async (words: string, limit: number) => {
    const { hits, total } = await index.search(kbid, queryOf(words, { limit, countMax: 10_000 }));
    const read = await index.read(
      kbid,
      hits.map(({ id }) => id),
    );
    return { found: read.length, total };
  };

  it('are two for a search with its total and its texts, and one when it is repeated', async () => {
    expect(await find('moon', 10)).toEqual({ found: 3, total: 2 });
    expect(begun).toEqual(['query', 'takeRowIds']);
    begun = [];
    expect(await find('moon', 10)).toEqual({ found: 3, total: 2 });
    expect(begun).toEqual(['query']);
  });

  it('are one for each search as soon as taking rows has cost as much as reading all of them', async () => {
    const rows = OWN_MATCHES_MAX + 50;
    for (let limit = 40; limit <= 200; limit += 40)
      expect(await find('sun', limit)).toEqual({ found: limit, total: rows });
    expect(begun.filter((name) => name === 'takeRowIds').length).toBeLessThan(3);
    begun = [];
    expect(await find('sun comet', 240)).toEqual({ found: 240, total: rows + 1 });
    expect(begun).toEqual(['query']);
  });

  it('are one for a search that says how many match, also where all of them are equal', async () => {
    const counted = queryOf('star', { limit: 40, countMax: 10_000, textsMax: 0 });
    await index.search(kbid, counted);
    begun = [];
    expect((await index.search(kbid, counted)).total).toBe(OWN_MATCHES_MAX + 50);
    expect(begun).toEqual(['query']);
  });

  it('say which terms of the query some hit has', async () => {
    const { termsFound } = await index.search(kbid, queryOf('moon tide unheard'));
    expect(termsFound).toEqual(['moon', 'tide']);
  });

  it('say which hits have a term of the query, of their title too, and are found by no other word', async () => {
    const approximate = [{ word: 'come', edits: 0 as const, prefix: true }];
    const { hits, withTerms = [] } = await index.search(kbid, queryOf('moon unheard', { approximate }));
    expect(hits).toHaveLength(4);
    expect([...withTerms].sort()).toEqual([0, 1, 2].map((i) => idOf(ridOf(1), i)));
  });

  it('read again only what has changed', async () => {
    const ids = [idOf(ridOf(1), 0), idOf(ridOf(3), 0)];
    await index.search(kbid, queryOf('moon comet'));
    await index.read(kbid, ids);
    await index.update(kbid, [{ ...recordOf(1, []).resource, version: 2, labels: ['/l/new'] }]);
    begun = [];
    const [changed, same] = await index.read(kbid, ids);
    expect([changed?.resourceLabels, same?.text]).toEqual([['/l/new'], 'comet']);
    expect(begun).toEqual(['query']);
    await index.put(kbid, [recordOf(3, ['comet and star'], { version: 2 })]);
    expect((await index.read(kbid, ids)).map(({ text }) => text)).toEqual(['moon pulls', 'comet and star']);
    await index.delete(kbid, [{ rid: ridOf(3), version: 3 }]);
    expect((await index.read(kbid, ids)).map(({ text }) => text)).toEqual(['moon pulls']);
  });
});
