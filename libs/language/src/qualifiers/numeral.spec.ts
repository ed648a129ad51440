import fc from 'fast-check';
import { foldText } from '@lectern/text';
import { numeralIn, romanIn } from './numeral';

const value = (word: string, language: string) => numeralIn(foldText(word), language);

/** By the rules of subtraction, from 1 to 89. */
function romanOf(number: number): string {
  const tens = ['', 'X', 'XX', 'XXX', 'XL', 'L', 'LX', 'LXX', 'LXXX'][Math.floor(number / 10)] ?? '';
  const ones = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][number % 10] ?? '';
  return tens + ones;
}

describe('a numeral', () => {
  it.each([
    ['en', 'twelve', 12],
    ['en', 'Third', 3],
    ['es', 'dieciséis', 16],
    ['es', 'primera', 1],
    ['de', 'zwölf', 12],
    ['de', 'zweites', 2],
    ['fr', 'dix-sept', 17],
    ['fr', 'seconde', 2],
    ['it', 'venti', 20],
    ['pt', 'três', 3],
    ['nl', 'vijf', 5],
    ['ar', 'الثالثة', 3],
    ['ar', 'سبعة', 7],
  ])('of the language %s is read from %s', (language, word, number) => {
    expect(value(word, language)).toBe(number);
  });

  it.each([
    ['三', 3],
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['九十九', 99],
    ['两百', 200],
    ['一百二十三', 123],
    ['第七', 7],
    ['〇', 0],
    ['二〇二四', 2_024],
  ])('in Chinese characters, %s, is read in any language', (text, number) => {
    for (const language of ['zh', 'en']) expect(value(text, language)).toBe(number);
  });

  it('is none of another language, or of an unknown one', () => {
    expect([value('zwölf', 'en'), value('twelve', 'xx'), value('twelve', '')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is no other word', () => {
    for (const word of ['', 'house', '12', 'thirteenth-century']) expect(value(word, 'en')).toBeUndefined();
  });
});

describe('a Roman numeral', () => {
  it('has the value that the rules of subtraction give', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 89 }), (number) => {
        expect(romanIn(romanOf(number))).toBe(number);
      }),
      { seed: 21 },
    );
  });

  it.each(['', 'iv', 'IIII', 'VV', 'IC', 'ABC', 'XVIIII', 'I V'])('is not %j', (text) => {
    expect(romanIn(text)).toBeUndefined();
  });
});
