import type { KeywordIndex } from './keyword-index';
import {
  hitsOf,
  idOf,
  idsOf,
  kbid,
  type KeywordIndexStore,
  queryOf,
  recordOf,
  ridOf,
} from './keyword-records.contract';

const unknown = '00000000-0000-4000-8000-00000000dead';

export function describeKeywordWrites(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('writes', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;

    beforeEach(async () => {
      store = await makeStore();
      index = await store.open();
    });

    afterEach(async () => {
      await index.close();
      await store.destroy();
    });

    const put = (n: number, text: string, version = 1) => index.put(kbid, [recordOf(n, [text], { version })]);
    const found = (word: string) => hitsOf(index, queryOf(word));

    it('replace everything that was held of a resource', async () => {
      await index.put(kbid, [recordOf(1, ['alpha', 'beta', { text: 'gamma', field: 'a/title' }])]);
      await index.put(kbid, [recordOf(1, ['delta'], { version: 2 })]);
      expect(await idsOf(index, queryOf('alpha beta gamma delta'))).toEqual([idOf(ridOf(1), 0)]);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 1 });
    });

    it('write the same version again and ignore an older one', async () => {
      await put(1, 'alpha', 5);
      await put(1, 'beta', 5);
      await put(1, 'gamma', 4);
      expect([await found('alpha'), await found('beta'), await found('gamma')]).toEqual([[], [1], []]);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 1 });
    });

    it('are reported of a box that holds something, and no more when it was dropped', async () => {
      expect(await index.inspect(kbid)).toBe('absent');
      await put(1, 'alpha');
      expect(await index.inspect(kbid)).toBe('held');
      expect(await index.inspect(kbid, { whole: true })).toBe('held');
      await index.drop(kbid);
      expect(await index.inspect(kbid)).toBe('absent');
    });

    it('that a search misses are reported as absent', async () => {
      const reports: unknown[] = [];
      index.damage.listen(({ kbid, absent }) => reports.push({ kbid, absent }));
      expect(await found('alpha')).toEqual([]);
      expect(reports).toEqual([{ kbid, absent: true }]);
    });

    it('forget deleted resources and ignore what is older than the deletion', async () => {
      await put(1, 'alpha', 3);
      await put(2, 'alpha');
      await index.delete(kbid, [
        { rid: ridOf(1), version: 4 },
        { rid: ridOf(77), version: 1 },
      ]);
      await put(1, 'alpha', 3);
      expect(await found('alpha')).toEqual([2]);
      await put(1, 'alpha', 5);
      expect((await found('alpha')).sort()).toEqual([1, 2]);
    });

    it('keep a resource that is newer than its deletion', async () => {
      await put(1, 'alpha', 3);
      await index.delete(kbid, [{ rid: ridOf(1), version: 2 }]);
      expect(await found('alpha')).toEqual([1]);
    });

    it('remember the deletion of what they never held', async () => {
      await put(2, 'beta');
      await index.delete(kbid, [{ rid: ridOf(1), version: 7 }]);
      await put(1, 'alpha', 6);
      expect(await found('alpha')).toEqual([]);
    });

    it('of which none was to be searchable at once are after a refresh', async () => {
      const puts = Array.from({ length: 30 }, (_, i) =>
        index.put(kbid, [recordOf(i, ['alpha'])], { searchable: false }),
      );
      await Promise.all(puts);
      await index.refresh(kbid);
      expect((await index.search(kbid, queryOf('alpha', { limit: 100 }))).hits).toHaveLength(30);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 30 });
      expect((await index.scroll(kbid, 100)).resources).toHaveLength(30);
    });

    it('take many writers at once, of different resources and of the same', async () => {
      const different = Array.from({ length: 60 }, (_, i) => put(i, `common w${i}`));
      const same = Array.from({ length: 20 }, (_, i) => put(1_000, `common version${i}`, i + 1));
      await Promise.all([...different, ...same]);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 61 });
      expect(await found('version19')).toEqual([1_000]);
      expect(await found('version18')).toEqual([]);
      expect((await index.search(kbid, queryOf('common', { limit: 500 }))).hits).toHaveLength(61);
    });

    it('keep the versions of resources that have no paragraphs', async () => {
      await index.put(kbid, [recordOf(1, [], { version: 4 }), recordOf(2, ['alpha'])]);
      await put(1, 'alpha', 3);
      expect(await found('alpha')).toEqual([2]);
      expect(await found('')).toEqual([2]);
      const { resources } = await index.scroll(kbid, 10);
      expect(resources).toEqual([
        { rid: ridOf(1), version: 4, paragraphs: 0 },
        { rid: ridOf(2), version: 1, paragraphs: 1 },
      ]);
    });

    it('are there after closing and opening again, with their versions', async () => {
      await put(1, 'alpha', 3);
      await put(1, 'beta', 4);
      await put(2, 'gamma');
      await index.close();
      index = await store.open();
      await put(1, 'alpha', 3);
      expect([await found('alpha'), await found('beta'), await found('gamma')]).toEqual([[], [1], [2]]);
    });

    it('of one knowledge box do not touch another, and dropping one forgets it', async () => {
      const other = '6f1f8d1c-6b06-4a2c-9b8a-0f5f6a1f2b05';
      await put(1, 'alpha', 9);
      await index.put(other, [recordOf(2, ['alpha'])]);
      await index.drop(kbid);
      expect(await found('alpha')).toEqual([]);
      expect(await index.count(kbid)).toEqual({ paragraphs: 0, sizeBytes: 0 });
      expect(await hitsOf(index, queryOf('alpha'), other)).toEqual([2]);
      await put(1, 'alpha', 1);
      expect(await found('alpha')).toEqual([1]);
    });

    it('about an unknown knowledge box are no error, and reading it finds nothing', async () => {
      await index.refresh(kbid);
      await index.delete(unknown, [{ rid: ridOf(1), version: 1 }]);
      await index.drop(unknown);
      expect(await index.search(unknown, queryOf('alpha'))).toEqual({ hits: [], more: false });
      expect(await index.read(unknown, ['x'])).toEqual([]);
      expect(await index.scroll(unknown, 10)).toEqual({ resources: [] });
      expect(await index.count(unknown)).toEqual({ paragraphs: 0, sizeBytes: 0 });
    });

    it('are read back whole, in the order requested', async () => {
      const whole = {
        text: 'alpha',
        titleTerms: ['beta'],
        labels: ['/k/text'],
        page: 3,
        pageWithVisual: true,
        isTable: true,
        reference: 'r',
        startSeconds: [1.5],
        endSeconds: [2],
      };
      const record = recordOf(1, [whole, 'beta', 'gamma'], { labels: ['/l/a'] });
      await index.put(kbid, [record]);
      const [first, second] = record.paragraphs.map(
        ({ terms: _terms, words: _words, titleTerms: _titleTerms, ...stored }) => ({
          ...stored,
          rid: ridOf(1),
          resourceLabels: ['/l/a'],
          resourceTitle: 'Resource 1',
        }),
      );
      expect(await index.read(kbid, [idOf(ridOf(1), 1), 'unknown', idOf(ridOf(1), 0)])).toEqual([second, first]);
      expect(await index.read(kbid, [])).toEqual([]);
    });

    it('are scrolled over, every resource exactly once', async () => {
      const records = Array.from({ length: 37 }, (_, i) =>
        recordOf(i * 7, Array(1 + (i % 3)).fill('alpha'), { version: i + 1 }),
      );
      await index.put(kbid, records);
      const seen: { rid: string; version: number; paragraphs: number }[] = [];
      for (let cursor: string | undefined, pages = 0; pages < 20; pages += 1) {
        const page = await index.scroll(kbid, 5, cursor);
        expect(page.resources.length).toBeLessThanOrEqual(5);
        seen.push(...page.resources);
        cursor = page.cursor;
        if (!cursor) break;
      }
      const expected = records.map(({ resource: { rid, version }, paragraphs }) => ({
        rid,
        version,
        paragraphs: paragraphs.length,
      }));
      expect([...seen].sort((a, b) => (a.rid < b.rid ? -1 : 1))).toEqual(expected);
    });

    it('take any text as a text', async () => {
      const hostile = [
        "it's",
        `"; DROP TABLE x; --`,
        "') OR ('1'='1",
        '😀👩‍👩‍👧',
        'nul\0inside',
        'back\\slash % _ * ?',
        'x'.repeat(20_000),
        'line\nbreak\ttab',
      ];
      await index.put(
        kbid,
        hostile.map((text, i) =>
          recordOf(
            i,
            [
              {
                text,
                terms: `${text.replaceAll(/\s/g, '')} t${i}`,
                words: `${text.replaceAll(/\s/g, '')} w${i}`,
                field: `t/${text}`,
                labels: [`/l/${text}`],
              },
            ],
            { groups: [text] },
          ),
        ),
      );
      for (const [i, text] of hostile.entries()) {
        const word = text.replaceAll(/\s/g, '');
        expect(await hitsOf(index, queryOf('', { terms: [word] }))).toContain(i);
        expect(await hitsOf(index, queryOf('', { phrases: [[word, `w${i}`]] }))).toEqual([i]);
        for (const filter of [
          { label: `/l/${text}` },
          { fields: [`t/${text}`] },
          { visibleTo: [text] },
          { resourceFields: [`${ridOf(i)}/t/${text}`] },
        ]) {
          expect(await hitsOf(index, queryOf('', { filter }))).toEqual([i]);
          expect(await hitsOf(index, queryOf('', { terms: [`t${i}`], filter }))).toEqual([i]);
        }
        const [read] = await index.read(kbid, [idOf(ridOf(i), 0, `t/${text}`)]);
        expect(read?.text).toBe(text);
      }
    });

    it('take a resource of many paragraphs', async () => {
      await index.put(kbid, [
        recordOf(
          1,
          Array.from({ length: 3_000 }, (_, i) => `alpha number${i}`),
        ),
      ]);
      expect(await idsOf(index, queryOf('number2999'))).toEqual([idOf(ridOf(1), 2_999)]);
      expect((await index.scroll(kbid, 5)).resources).toEqual([{ rid: ridOf(1), version: 1, paragraphs: 3_000 }]);
    });

    it('keep the index ready', async () => {
      await expect(index.check()).resolves.toBeUndefined();
    });
  });
}
