import type { IndexedResource } from '@lectern/contracts/core';
import type { KeywordIndex } from './keyword-index';
import { idOf, idsOf, kbid, type KeywordIndexStore, queryOf, recordOf, ridOf } from './keyword-records.contract';

const before: Partial<IndexedResource> = { version: 3, groups: ['old'] };
const after: Partial<IndexedResource> = { version: 4, groups: ['new'] };

export function describeKeywordGivenLabels(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('updates of the labels that paragraphs are given', () => {
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

    const resourceOf = (n: number, resource: Partial<IndexedResource>) => recordOf(n, [], resource).resource;

    it('replace them, and no others', async () => {
      const labels = ['/k/table', '/fl/topics/old', '/l/own/greek', '/e/PERSON/ada'];
      const paragraphs = [
        { text: 'moon', labels },
        { text: 'sun', labels: ['/l/own/greek'] },
      ];
      await index.put(kbid, [recordOf(1, paragraphs, before)]);
      const [first, second] = [idOf(ridOf(1), 0), idOf(ridOf(1), 1)];
      const given = {
        ofFields: new Map([['t/body', ['/fl/topics/new']]]),
        ofParagraphs: new Map([[first, ['/l/own/latin', '/l/marks/one']]]),
      };
      await index.update(kbid, [{ ...resourceOf(1, after), given }]);
      expect((await index.read(kbid, [first, second])).map((one) => one.labels)).toEqual([
        ['/k/table', '/e/PERSON/ada', '/fl/topics/new', '/l/own/latin', '/l/marks/one'],
        ['/fl/topics/new'],
      ]);
      const idsBy = async (label: string, of?: 'resource' | 'paragraph') =>
        (await idsOf(index, queryOf('', { filter: of ? { label, of } : { label } }))).sort();
      for (const gone of ['/l/topics/old', '/l/own/greek']) expect([gone, await idsBy(gone)]).toEqual([gone, []]);
      for (const one of ['/k/table', '/l/own', '/l/own/latin', '/l/marks', '/e/PERSON/ada'])
        expect([one, await idsBy(one)]).toEqual([one, [first]]);
      expect(await idsBy('/l/topics/new')).toEqual([first, second].sort());
      expect([await idsBy('/l/topics/new', 'resource'), await idsBy('/l/topics/new', 'paragraph')]).toEqual([
        [first, second].sort(),
        [],
      ]);
      expect(await index.facets(kbid, ['/l/own', '/k'])).toEqual({
        '/l/own': { '/l/own/latin': 1 },
        '/k': { '/k/table': 1 },
      });
      await index.update(kbid, [{ ...resourceOf(1, before), given: { ofFields: new Map(), ofParagraphs: new Map() } }]);
      expect(await idsBy('/l/own/latin')).toEqual([first]);
      await index.update(kbid, [
        { ...resourceOf(1, { ...after, version: 9 }), given: { ofFields: new Map(), ofParagraphs: new Map() } },
      ]);
      expect([await idsBy('/l/own'), await idsBy('/l/topics/new'), await idsBy('/k/table')]).toEqual([[], [], [first]]);
    });
  });
}
