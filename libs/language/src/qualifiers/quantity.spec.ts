import { foldText } from '@lectern/text';
import { numberOf, unitAfter, unitOf } from './quantity';

describe('a number in a text', () => {
  it.each([
    ['12', 'en', '12'],
    ['3.5', 'en', '3.5'],
    ['10km', 'en', '10'],
    ['20th', 'en', '20th'],
    ['1990s', 'en', '1990s'],
    ['p200', 'en', 'p200'],
    ['three', 'en', '3'],
    ['zwolf', 'de', '12'],
    ['سبعه', 'ar', '7'],
  ])('is read from %s (%s) as %s', (folded, language, number) => {
    expect(numberOf(folded, language)).toBe(number);
  });

  it('is none in words of other languages, nor in the article that also means one', () => {
    expect([numberOf('three', 'de'), numberOf('house', 'en'), numberOf('one', 'en'), numberOf('un', 'fr')]).toEqual(
      Array(4).fill(undefined),
    );
  });
});

describe('a unit', () => {
  it.each([
    ['km', 'kilometer'],
    ['kilometers', 'kilometer'],
    ['kilometros', 'kilometer'],
    ['meilen', 'mile'],
    ['feet', 'foot'],
    ['jahre', 'year'],
    ['anos', 'year'],
    ['wochen', 'week'],
    ['stunden', 'hour'],
    ['minuten', 'minute'],
    ['tonnen', 'ton'],
    ['metern', 'meter'],
    ['tagen', 'day'],
    ['semaines', 'week'],
    ['dollars', 'dollar'],
    ['prozent', 'percent'],
  ])('is the same in all forms and languages: %s is %s', (word, unit) => {
    expect(unitOf(foldText(word))).toBe(unit);
  });

  it('is none of other words', () => {
    for (const word of ['', 'house', 'kilo', 'apples']) expect(unitOf(word)).toBeUndefined();
  });

  it('may follow its number without a blank, which the end of an ordinal does not', () => {
    expect([unitAfter('10km'), unitAfter('5h'), unitAfter('3.5m')]).toEqual(['kilometer', 'hour', 'meter']);
    for (const word of ['20th', '1990s', '2e', '10', 'km', '10apples']) expect(unitAfter(word)).toBeUndefined();
  });

  it('tells a million from a billion, which are other numbers in some languages', () => {
    expect([unitOf('milliard'), unitOf('billion'), unitOf('billon')]).toEqual(['billion', 'billion', 'trillion']);
  });
});
