import fc from 'fast-check';
import { hitsAfter, type KeywordList, type KeywordCursor, cursorAfter } from './keyword-page';

const listOf = (scores: readonly number[]): KeywordList['hits'] =>
  scores
    .map((score, i) => ({ id: `p${String(i).padStart(3, '0')}`, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

/** All pages of a list; each page shows `size` hits that were not shown before. */
function pagedThrough(list: KeywordList['hits'], size: number, first: KeywordCursor | undefined): string[] {
  const shown: string[] = [];
  for (let cursor = first; cursor;) {
    const page = hitsAfter(list, cursor).slice(0, size);
    shown.push(...page.map(({ id }) => id));
    cursor = cursorAfter({ hits: list, more: false, isRanked: true }, new Set(page.map(({ id }) => id)), cursor);
  }
  return shown;
}

describe('pages of a list by words', () => {
  it('show everything once, whatever was shown before them and wherever the first list was cut', () => {
    const lists = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 }).map(listOf);
    fc.assert(
      fc.property(lists, fc.nat(40), fc.nat(10), fc.integer({ min: 1, max: 7 }), (all, window, picked, size) => {
        // Any of the hits that tie at the edge may be in the first list.
        const edge = all[Math.min(window, all.length) - 1]?.score ?? 0;
        const above = all.filter(({ score }) => score > edge);
        const equal = all.filter(({ score }) => score === edge).toReversed();
        const hits = [...above, ...equal.slice(0, Math.max(0, window - above.length))].sort(
          (a, b) => b.score - a.score || (a.id < b.id ? -1 : 1),
        );
        const before = hits.filter((_, i) => i % (picked + 1) === 0).map(({ id }) => id);
        const list = { hits, more: hits.length < all.length, isRanked: true };
        const next = cursorAfter(list, new Set([...before, 'by meaning']));
        expect([...before, ...pagedThrough(all, size, next)].sort()).toEqual(all.map(({ id }) => id).sort());
      }),
    );
  });

  it('go on where a paragraph stood that is gone', () => {
    const list = listOf([5, 4, 3, 2]);
    const cursor = { after: { id: 'p001', place: 1 }, skip: [] };
    expect(hitsAfter(list, cursor).map(({ id }) => id)).toEqual(['p002', 'p003']);
    const without = list.filter(({ id }) => id !== 'p001');
    expect(hitsAfter(without, cursor).map(({ id }) => id)).toEqual(['p002', 'p003']);
  });

  it('end with the list', () => {
    const hits = listOf([2, 1]);
    expect(cursorAfter({ hits, more: false, isRanked: true }, new Set(['p000', 'p001']))).toBeUndefined();
    expect(cursorAfter({ hits: [], more: false, isRanked: true }, new Set(['by meaning']))).toBeUndefined();
  });
});
