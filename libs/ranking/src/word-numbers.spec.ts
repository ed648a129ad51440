import fc from 'fast-check';
import { BEGINNING_CHARS, keysOfBeginnings, WordNumbers } from './word-numbers';

const CHARS_MIN = 3;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

const letters = fc.constantFrom(...'aZéÀßµ²x9_ .-’“\u0301\u00d7');
const latin = fc.oneof(fc.string({ unit: letters }), fc.string({ unit: 'grapheme-ascii', maxLength: 60 }));

/** As it is defined, letter by letter. */
const beginningsIn = (text: string) =>
  (text.toLowerCase().match(WORDS) ?? [])
    .filter((word) => word.length >= CHARS_MIN)
    .map((word) => word.slice(0, BEGINNING_CHARS));

describe('numbers of words', () => {
  it('are the same for keys of a text as for its beginnings, one by one', () => {
    fc.assert(
      fc.property(latin, (text) => {
        const numbers = new WordNumbers();
        const keys = keysOfBeginnings(text, CHARS_MIN);
        if (text.includes('\u0301')) return expect(keys).toBeUndefined();
        expect(keys?.map((key) => numbers.numberOfKey(key))).toEqual(
          beginningsIn(text).map((one) => numbers.numberOfBeginning(one)),
        );
      }),
    );
  });

  it('are not made of keys where a text has other letters', () => {
    for (const text of ['the 潮汐', 'moon and луна', 'a 💡 lamp', '\u212aelvin'])
      expect(keysOfBeginnings(text, CHARS_MIN)).toBeUndefined();
    expect(keysOfBeginnings('“moon” – it’s… bright', CHARS_MIN)).toHaveLength(2);
  });

  it('tell all words apart, and are given from 1 in their order', () => {
    const words = Array.from({ length: 5_000 }, (_, i) => (i % 3 === 0 ? `é${i}` : i % 3 === 1 ? `${i}` : `щ${i}`));
    const numbers = new WordNumbers();
    const given = words.map((word) => numbers.numberOfBeginning(word));
    expect(given).toEqual(words.map((_, i) => i + 1));
    expect(words.map((word) => numbers.numberOfBeginning(word))).toEqual(given);
    expect(numbers.largest).toBe(words.length);
  });
});
