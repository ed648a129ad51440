import fc from 'fast-check';
import { FONT_SIZE, run } from '../../fixtures/pdf-runs.fixture';
import { medianOf, rowsOfRuns } from './rows';
import type { Run } from './run';

const textsOf = (runs: readonly Run[]) => rowsOfRuns(runs).map(({ segments }) => segments.map(({ text }) => text));

describe('the rows of a page', () => {
  it('are read from top to bottom and from left to right, however they were drawn', () => {
    expect(textsOf([run('last', 50, 600), run('right', 400, 700), run('left', 50, 700)])).toEqual([
      ['left', 'right'],
      ['last'],
    ]);
  });

  it('get spaces where there are gaps, and keep raised text on its line', () => {
    const raised = { ...run('2', 93, 703), size: 6 };
    expect(textsOf([run('two', 50, 700), run('words', 68, 700), raised])).toEqual([['two words2']]);
    const byBrowsers = { ...run('2', 93, 703.9), size: 8.3 };
    expect(textsOf([run('two', 50, 700), run('words', 68, 700), byBrowsers])).toEqual([['two words2']]);
  });

  it('put letters together that are drawn one by one', () => {
    const letters = [...'lock'].map((letter, at) => run(letter, 50 + at * 5, 700));
    expect(textsOf(letters)).toEqual([['lock']]);
  });

  it('are cut where a gap is wider than a space can be', () => {
    const gapOf = (points: number) => textsOf([run('ab', 50, 700), run('cd', 60 + points, 700)]);
    expect(gapOf(11)).toEqual([['ab cd']]);
    expect(gapOf(12)).toEqual([['ab', 'cd']]);
  });

  it('read text that runs from right to left in its order', () => {
    const word = (text: string, x: number) => ({ ...run(text, x, 700), rightToLeft: true });
    const [row] = rowsOfRuns([word('שנייה', 50), word('ראשונה', 78)]);
    expect(row?.segments).toMatchObject([{ text: 'ראשונה שנייה', rightToLeft: true }]);
  });

  it('keep numbers in pieces and words of other scripts in lines from right to left', () => {
    const word = (text: string, x: number) => ({ ...run(text, x, 700), rightToLeft: true });
    // Each letter is five points wide.
    const drawn = [word('טונות וחצי', 0), run('4', 55, 700), run('7.500', 60, 700), word('סך', 90)];
    expect(rowsOfRuns(drawn)[0]?.segments).toMatchObject([{ text: 'סך 47.500 טונות וחצי' }]);
    const beside = [word('בלי שפה', 15), run('Python', 50, 700), word('עם', 80)];
    expect(rowsOfRuns(beside)[0]?.segments).toMatchObject([{ text: 'עם Python בלי שפה' }]);
  });

  it('have the stop behind the number that ends a line from right to left', () => {
    const word = (text: string, x: number) => ({ ...run(text, x, 700), rightToLeft: true });
    const textOf = (number: string) => textsOf([run(number, 50, 700), word('החל מיום הבא', 105)]);
    for (const drawn of ['.1.3.2026', '.1.3.2026 ']) expect(textOf(drawn)).toEqual([['החל מיום הבא 1.3.2026.']]);
    expect(textOf('11.3.2026')).toEqual([['החל מיום הבא 11.3.2026']]);
  });

  it('have the baseline and the size of their largest text', () => {
    const [row] = rowsOfRuns([{ ...run('Title', 50, 700), size: 20 }, run('note', 110, 704)]);
    expect(row).toMatchObject({ baseline: 700, size: 20 });
  });

  const anyRun = fc
    .record({
      text: fc.string({ minLength: 1, maxLength: 8 }),
      x: fc.nat(500),
      y: fc.nat(80),
      size: fc.integer({ min: 5, max: 30 }),
    })
    .map(({ text, x, y, size }) => ({ ...run(text, x, y), size }));
  const marks = (texts: readonly string[]) => [...texts.join('').replace(/\s/g, '')].sort().join('');

  it('lose no visible character and repeat none', () => {
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 20 }), (runs) => {
        expect(marks(textsOf(runs).flat())).toBe(marks(runs.map(({ text }) => text)));
      }),
      { seed: 7 },
    );
  });

  it('go down the page, and their segments go to the right without overlapping', () => {
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 20 }), (runs) => {
        const rows = rowsOfRuns(runs);
        rows.slice(1).forEach(({ baseline }, at) => expect(baseline).toBeLessThanOrEqual(rows[at]?.baseline ?? 0));
        for (const { segments } of rows)
          segments.slice(1).forEach(({ left }, at) => expect(left).toBeGreaterThan(segments[at]?.right ?? Infinity));
      }),
      { seed: 7 },
    );
  });
});

describe('the median', () => {
  it('is the middle value, the higher of two, and 0 of none', () => {
    expect([medianOf([9, 1, FONT_SIZE]), medianOf([1, 2, 3, 4]), medianOf([])]).toEqual([9, 3, 0]);
  });
});
