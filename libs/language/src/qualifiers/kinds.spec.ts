import fc from 'fast-check';
import { words } from '@lectern/text';
import { excludeEachOther, isOfKind } from './kinds';

const stemOf = (word: string, language: string) => [...words(word, language)].map(({ stem }) => stem)[0] ?? '';
const exclude = (one: string, other: string, language: string) =>
  excludeEachOther(stemOf(one, language), stemOf(other, language), language);

describe('words that exclude each other', () => {
  it.each([
    ['en', 'paid', 'sick'],
    ['en', 'price', 'weight'],
    ['en', 'Mondays', 'Friday'],
    ['en', 'cats', 'dog'],
    ['de', 'rot', 'blau'],
    ['fr', 'prix', 'poids'],
    ['zh', '年假', '病假'],
  ])('in %s are %s and %s', (language, one, other) => {
    expect(exclude(one, other, language)).toBe(true);
  });

  it.each([
    ['en', 'bicycle', 'bike'],
    ['en', 'car', 'automobile'],
    ['en', 'price', 'cost'],
    ['en', 'colour', 'color'],
    ['fr', 'prix', 'coût'],
  ])('in %s are not the synonyms %s and %s', (language, one, other) => {
    expect(exclude(one, other, language)).toBe(false);
  });

  it('are of one kind: a colour excludes no animal', () => {
    expect(exclude('red', 'dog', 'en')).toBe(false);
    expect(exclude('red', 'house', 'en')).toBe(false);
  });

  it('are those of one language', () => {
    expect(exclude('rot', 'blau', 'en')).toBe(false);
    expect(exclude('red', 'blue', 'xx')).toBe(false);
  });

  it('exclude each other in both directions, and none excludes itself', () => {
    const some = fc.constantFrom(
      'paid',
      'sick',
      'price',
      'weight',
      'red',
      'cat',
      'car',
      'bus',
      'open',
      'close',
      'sell',
    );
    fc.assert(
      fc.property(some, some, (one, other) => {
        expect(exclude(one, other, 'en')).toBe(exclude(other, one, 'en'));
        expect(exclude(one, one, 'en')).toBe(false);
        expect(isOfKind(stemOf(one, 'en'), 'en')).toBe(true);
      }),
      { seed: 22 },
    );
  });

  it('are few: most words are of no kind', () => {
    for (const word of ['tide', 'because', 'committee']) expect(isOfKind(stemOf(word, 'en'), 'en')).toBe(false);
  });
});
