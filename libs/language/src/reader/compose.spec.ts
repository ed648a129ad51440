import fc from 'fast-check';
import { sliceCodePoints } from '@lectern/text';
import { definedBlocks } from '../citations/footnotes';
import type { Chosen } from './choice';
import { compose } from './compose';

const chosen = (key: string, text: string, kind: Chosen['kind'] = 'sentence') => ({ key, text, kind }) as Chosen;
const blocks = ['a', 'b', 'c'];
const blockOf = (key: string) => blocks.indexOf(key);
const answer = (all: readonly Chosen[], marked = false) => compose(all, blockOf, marked).pieces.join('');

describe('an answer of chosen units', () => {
  it('has sentences one after the other, and rows and items on lines of their own', () => {
    const all = [chosen('a', 'One.'), chosen('a', 'Two.'), chosen('b', 'Three', 'item'), chosen('b', 'Four.')];
    expect(answer(all)).toBe('One. Two.\n- Three\nFour.');
  });

  it('marks each unit by its source, and defines the marks at its end', () => {
    const all = [chosen('b', 'One.'), chosen('a', 'Two.'), chosen('b', 'Three.')];
    const text = answer(all, true);
    expect(text).toBe('One. [1] Two. [2] Three. [1]\n\n[1]: block-AB\n[2]: block-AA');
    expect([...definedBlocks(text)]).toEqual([
      [1, 'block-AB'],
      [2, 'block-AA'],
    ]);
    expect(compose(all, blockOf, true).footnotes).toEqual({ 'block-AB': 'b', 'block-AA': 'a' });
  });

  it('of nothing is nothing', () => {
    expect(compose([], blockOf, true)).toEqual({ pieces: [], ranges: {}, quotes: [], footnotes: {} });
  });

  it('says where each unit stands in it, in characters, in any script', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 });
    const kinds = fc.constantFrom<Chosen['kind']>('sentence', 'item', 'row');
    const units = fc.array(fc.tuple(fc.constantFrom(...blocks), texts, kinds), { maxLength: 6 });
    fc.assert(
      fc.property(units, fc.boolean(), (all, marked) => {
        const given = all.map(([key, text, kind]) => chosen(key, text, kind));
        const { pieces, quotes, ranges } = compose(given, blockOf, marked);
        const text = pieces.join('');
        quotes.forEach(({ key, start, end }, at) => {
          const unit = given[at];
          expect(sliceCodePoints(text, start, end)).toBe(unit?.kind === 'item' ? `- ${unit.text}` : unit?.text);
          expect(ranges[key]).toContainEqual([start, end]);
        });
        expect(Object.values(ranges).flat().length).toBe(given.length);
      }),
      { seed: 32 },
    );
  });
});
