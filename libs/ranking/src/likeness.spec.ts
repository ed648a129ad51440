import fc from 'fast-check';
import { KeptAnalysis } from './kept-analysis';
import { beginningsOf, supportOf } from './likeness';
import { WordNumbers } from './word-numbers';

const supports = (texts: readonly (readonly [text: string, score: number])[]) =>
  supportOf(
    texts.map(([text]) => KeptAnalysis.current().beginningsIn(text)),
    texts.map(([, score]) => score),
  );

const words = fc.constantFrom('moon', 'tides', 'harbour', 'flour', 'yeast', 'oven', '潮汐的成因', '💡', 'a');
const text = fc.array(words, { maxLength: 12 }).map((all) => all.join(' '));
const scored = fc.array(fc.tuple(text, fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 1, maxLength: 40 });

describe('what candidates say of each other', () => {
  it('is more for a text that is like a good one than for a text that is like a bad one', () => {
    const [, good, , bad] = supports([
      ['The moon pulls the tides.', 1],
      ['Tides follow the moon.', 0.5],
      ['Yeast raises the dough.', 0],
      ['The dough rests, and yeast works.', 0.5],
    ]);
    expect(good?.nearest).toBeGreaterThan(bad?.nearest ?? 1);
    expect(good?.centre).toBeGreaterThan(bad?.centre ?? 1);
  });

  it('is nothing for texts that share no word', () => {
    const alone = { nearest: 0, centre: 0 };
    expect(supports([['The moon pulls.', 1], ['Yeast raises dough.', 0.5]])).toEqual([alone, alone]); // prettier-ignore
  });

  it.each([
    ['German', 'Gezeitenkraft der Küste', 'Die Gezeiten an Küsten', 'Backofen und Hefe'],
    ['Russian', 'приливы и отливы', 'приливная сила', 'дрожжевое тесто'],
    ['Chinese', '潮汐的成因', '月球引起潮汐', '面包的制作'],
    ['Korean', '조석의 원인', '달과 조석', '빵 만들기'],
  ])('knows forms of a word in %s', (_language, first, alike, other) => {
    const [, near, far] = supports([[first, 1], [alike, 0], [other, 0]]); // prettier-ignore
    expect(near?.nearest).toBeGreaterThan(0);
    expect(far?.nearest).toBe(0);
  });

  it('lies between 0 and 1, and does not depend on the order of the texts', () => {
    fc.assert(
      fc.property(scored, (texts) => {
        const found = supports(texts);
        for (const { nearest, centre } of found) {
          for (const value of [nearest, centre]) expect(value >= 0 && value <= 1 + 1e-9).toBe(true);
        }
        const reversed = supports([...texts].reverse()).reverse();
        for (const [i, { centre }] of found.entries()) expect(reversed[i]?.centre).toBeCloseTo(centre, 9);
      }),
    );
  });

  it('reads the beginning of a text, however long that or a word of it is', () => {
    const read = (text: string) => beginningsOf(text, new WordNumbers());
    expect(read('a'.repeat(1_000_000))).toEqual({ words: [1], counts: [1] });
    expect(read('ab cd '.repeat(1_000_000))).toEqual({ words: [], counts: [] });
    expect(read('潮'.repeat(1_000_000))).toEqual({ words: [1], counts: [3_999] });
  });
});
