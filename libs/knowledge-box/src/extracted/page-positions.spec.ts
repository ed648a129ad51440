import fc from 'fast-check';
import { LongList } from '../document/long';
import { pagePositions } from './page-positions';

const paragraph = (start: number, end: number, page: number) => ({
  start,
  end,
  page: { page, page_with_visual: false },
});

describe('where pages are in a text', () => {
  it('is from their first paragraph to their last one, and nowhere for blank ones', () => {
    const paragraphs = [paragraph(0, 5, 0), paragraph(6, 10, 0), paragraph(12, 20, 2)];
    expect(pagePositions(paragraphs, 4)).toEqual([
      { start: 0, end: 10 },
      { start: 10, end: 10 },
      { start: 12, end: 20 },
      { start: 20, end: 20 },
    ]);
    expect(pagePositions([], 2)).toEqual([
      { start: 0, end: 0 },
      { start: 0, end: 0 },
    ]);
  });

  it('is the same when the paragraphs are read some at a time', async () => {
    const gaps = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 9 }), fc.nat(2)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: 1, max: 4 }), async (those, size) => {
        let [at, page] = [0, 0];
        const paragraphs = those.map(([gap, length, pages]) => {
          const start = at + gap;
          at = start + length;
          page += pages;
          return paragraph(start, at, page);
        });
        const read = new LongList(async function* () {
          for (let from = 0; from < paragraphs.length; from += size) yield paragraphs.slice(from, from + size);
        });
        const whole = pagePositions(paragraphs, page + 1);
        const long = pagePositions(read, page + 1);
        const found: unknown[] = [];
        if (long instanceof LongList) for await (const some of long.read()) found.push(...some);
        expect(found).toEqual(whole);
        expect(found).toHaveLength(page + 1);
      }),
    );
  });
});
