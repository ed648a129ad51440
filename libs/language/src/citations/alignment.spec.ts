import fc from 'fast-check';
import { align, isSimilar } from './alignment';
import { readCitedPassage } from './passage';
import { PassageIndex } from './passage-index';
import { passageTokens } from './token';

const passageOf = (text: string, language = 'en') => readCitedPassage({ key: 'a', text }, language);
const tokensOf = (text: string, language = 'en') => passageTokens(text, language, 1_000);

function aligned(sentence: string, text: string) {
  const passage = passageOf(text);
  const index = new PassageIndex();
  index.add(passage);
  return align(index.weigh(tokensOf(sentence)), passage, { first: 0, last: passage.tokens.length });
}

describe('the alignment of a sentence with a passage', () => {
  it('covers a sentence that is there whole, in its order', () => {
    const { coverage, order } = aligned('The moon pulls the sea.', 'Today the moon pulls the sea again.');
    expect([coverage, order]).toEqual([1, 1]);
  });

  it('covers nothing of a sentence about something else', () => {
    expect(aligned('Bread bakes slowly.', 'The moon pulls the sea.')).toMatchObject({ coverage: 0, order: 0 });
  });

  it('covers words in another order, but not in order', () => {
    const { coverage, order } = aligned('The sea pulls the moon.', 'The moon pulls the sea.');
    expect(coverage).toBe(1);
    expect(order).toBeLessThan(1);
  });

  it('counts a similar word less than the same, and more than none', () => {
    const of = (text: string) => aligned('Internationals meet.', text).coverage;
    const [same, similar, none] = [of('Internationals meet.'), of('Internationalists meet.'), of('Sailors meet.')];
    expect(same).toBe(1);
    expect(similar).toBeLessThan(1);
    expect(similar).toBeGreaterThan(none);
  });

  it('is of nothing where there is nothing', () => {
    expect(aligned('', 'The moon.')).toMatchObject({ coverage: 0, order: 0, matches: [] });
    expect(aligned('The of and.', 'The of and.')).toMatchObject({ coverage: 0 });
  });

  it('has shares from 0 to 1, matches in ascending order, and finds at least what it matches', () => {
    const words = fc.constantFrom('moon', 'sea', 'tide', 'pulls', 'the', 'not', '12', 'Brest', 'rises');
    const sentences = fc.array(words, { maxLength: 12 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(sentences, sentences, (sentence, text) => {
        const { coverage, order, matches, found } = aligned(sentence, text);
        for (const share of [coverage, order]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1 + 1e-9);
        }
        const places = matches.filter((at) => at >= 0);
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
        matches.forEach((at, index) => {
          if (at >= 0) expect(found[index]).toBeGreaterThanOrEqual(0);
        });
        expect(order).toBeLessThanOrEqual(coverage + 1e-9);
      }),
      { seed: 31 },
    );
  });
});

describe('forms of a word', () => {
  const similar = (one: string, other: string) => {
    const [a] = tokensOf(one);
    const [b] = tokensOf(other);
    return a && b && isSimilar(a, b);
  };

  it.each([
    ['harbour', 'harbours', true],
    ['navigate', 'navigation', true],
    ['sea', 'seal', false],
    ['1939', '1938', false],
    ['international', 'internet', false],
  ])('%s and %s: %s', (one, other, expected) => {
    expect([similar(one, other), similar(other, one)]).toEqual([expected, expected]);
  });
});
