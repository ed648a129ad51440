import fc from 'fast-check';
import { behindContent } from './title-hits';

const [title, summary, near, far] = ['r/a/title/0-5', 'r/a/summary/0-9', 'r/t/body/0-9', 'r/t/body/10-19'];

describe('titles and summaries that were found by their meaning', () => {
  it('come behind the best paragraph of their resource', () => {
    const ranking = [title, near, summary, far].map((id, i) => ({ id, score: 9 - i }));
    expect(behindContent(ranking)).toEqual([
      { id: near, score: 8 },
      { id: title, score: 8 },
      { id: summary, score: 7 },
      { id: far, score: 6 },
    ]);
  });

  it('count as they are where nothing else of their resource was found', () => {
    const ranking = [title, 's/t/body/0-9', summary].map((id, i) => ({ id, score: 0.9 - i / 10 }));
    expect(behindContent(ranking)).toEqual(ranking);
  });

  it('change nothing else: paragraphs keep their scores and their order', () => {
    const ids = fc.constantFrom(
      'r/t/a/0-1',
      'r/t/a/1-2',
      'r/a/title/0-1',
      's/t/a/0-1',
      's/a/title/0-1',
      's/a/summary/0-1',
    );
    const hits = fc.uniqueArray(fc.record({ id: ids, score: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      selector: ({ id }) => id,
    });
    fc.assert(
      fc.property(hits, (those) => {
        const ranking = those.sort((a, b) => b.score - a.score);
        const isContent = ({ id }: { readonly id: string }) => !id.includes('/a/');
        const found = behindContent(ranking);
        expect(found.filter(isContent)).toEqual(ranking.filter(isContent));
        expect(found.map(({ id }) => id).sort()).toEqual(ranking.map(({ id }) => id).sort());
        expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
      }),
    );
  });
});
