import { parseQuery } from '@lectern/text';
import type { KeywordIndex } from './keyword-index';
import { hitsOf, kbid, type KeywordIndexStore, recordOf } from './keyword-records.contract';

/**
 * Words in forms other than those of the text: an engine must keep terms with full stops, dashes and digits as they
 * are.
 */
export function describeWordForms(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('words in other forms', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;
    const found = (query: string, ...languages: string[]) => {
      const { words: _, ...asked } = parseQuery(query, languages.length === 0 ? ['en'] : languages);
      return hitsOf(index, { ...asked, limit: 20 });
    };

    beforeAll(async () => {
      store = await makeStore();
      index = await store.open();
      const german = (text: string) => ({ text, language: 'de' });
      await index.put(kbid, [
        recordOf(1, ['The ledger was ported to .NET in spring.']),
        recordOf(2, ['A landing net hangs beside the boat.']),
        recordOf(3, ['Gasket KT40.077 fits the housing.']),
        recordOf(4, ['Gasket KT40-078 is for the old one.']),
        recordOf(5, ['Invoke loadTenantProfile before drawing.']),
        recordOf(6, ['The job ended with PX-00318.']),
        recordOf(7, [german('Die Haftpflichtversicherung beginnt im Mai.')]),
        recordOf(8, [german('Der Mietvertrag endet im Herbst.')]),
        recordOf(9, ['Lodged 2025-11-09 at the counter.']),
        recordOf(10, ['The lease of Nov 2025 was renewed.']),
        recordOf(11, [{ text: '青山书店在城北。', language: 'zh' }]),
        recordOf(12, [{ text: '青年都喜欢爬山。', language: 'zh' }]),
        recordOf(13, ['At night it was -17.5 outside.']),
      ]);
    });

    afterAll(async () => {
      await index.close();
      await store.destroy();
    });

    it('are names with a full stop before them, which come before the word alone', async () => {
      expect(await found('.NET')).toEqual([1, 2]);
    });

    it('are codes with other separators or none, and the number at their end', async () => {
      for (const query of ['KT40077', 'kt40-077']) expect([query, (await found(query))[0]]).toEqual([query, 3]);
      expect(await found('KT40078')).toEqual([4]);
      expect(await found('318')).toEqual([6]);
    });

    it('are parts of camel case and of compounds', async () => {
      expect(await found('tenant profile')).toEqual([5]);
      expect(await found('Versicherung', 'en', 'de')).toEqual([7]);
      expect(await found('Miete Verträge', 'en', 'de')).toEqual([8]);
    });

    it('are other ways to write a date', async () => {
      expect((await found('9 November 2025'))[0]).toBe(9);
      expect((await found('November 2025')).toSorted((a, b) => a - b)).toEqual([9, 10]);
    });

    it('are Chinese words, not the characters that they are written with', async () => {
      expect(await found('青山', 'zh')).toEqual([11]);
    });

    it('are numbers with a sign', async () => {
      expect(await found('-17.5')).toEqual([13]);
    });
  });
}
