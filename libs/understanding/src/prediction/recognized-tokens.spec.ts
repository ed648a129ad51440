import fc from 'fast-check';
import { recognize } from './recognized-tokens';
import { stopWordsIn } from './stop-words-in';

describe('names in a text', () => {
  it('are named by their kind', () => {
    const { tokens } = recognize('Ada Lovelace paid 20 euros in Barcelona on 5 May 2021.', false);
    expect(tokens.map(({ text, ner }) => [ner, text])).toEqual([
      ['PERSON', 'Ada Lovelace'],
      ['MONEY', '20 euros'],
      ['GPE', 'Barcelona'],
      ['DATE', '5 May 2021'],
    ]);
  });

  it('stand where their places say, in code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (before) => {
        const text = `${before} 🌊 Barcelona, Ada Lovelace and Spain`;
        const points = Array.from(text);
        for (const { text: name, start, end } of recognize(text, false).tokens)
          expect(points.slice(start, end).join('')).toBe(name);
      }),
    );
  });

  it('consume nothing', () => {
    expect(recognize('Spain', true).consumption?.normalized_tokens).toEqual({ input: 0, output: 0, image: 0 });
  });
});

describe('stop words in a text', () => {
  it('are those of its language, once each', () => {
    expect(stopWordsIn('The moon and the Sea', 'en')).toEqual(['the', 'and']);
    expect(stopWordsIn('la luna y el mar', 'es')).toEqual(['la', 'y', 'el']);
    expect(stopWordsIn('The moon and the sea', '')).toEqual([]);
  });
});
