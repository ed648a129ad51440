import { queryClauses } from './query-clauses';

describe('queryClauses', () => {
  const english = (query: string, synonyms = {}) => queryClauses(query, ['en'], synonyms);
  const word = (...terms: string[]) => ({ terms, phrases: [] });

  it('has each word once, without stop words and exclusions', () => {
    expect(english('The harbours of the moon, harbours -ship')).toEqual([word('harbour'), word('moon')]);
  });

  it('has each phrase', () => {
    expect(english('moon "high tide"')).toEqual([word('moon'), { terms: [], phrases: [['high', 'tide']] }]);
  });

  it('has synonyms beside their word', () => {
    const synonyms = { sea: ['ocean', 'high water'], moon: ['luna'] };
    expect(english('sea, ships', synonyms)).toEqual([
      { terms: ['sea', 'ocean'], phrases: [['high', 'water']] },
      word('ship'),
    ]);
  });

  it('has both sides of OR as one', () => {
    expect(english('moon OR sea OR "high tide" ships')).toEqual([
      { terms: ['moon', 'sea'], phrases: [['high', 'tide']] },
      word('ship'),
    ]);
    expect(english('OR moon OR')).toEqual([word('moon')]);
  });

  it('has the stems of every language in one clause', () => {
    expect(queryClauses('mares', ['en', 'es'])).toEqual([word('mare', 'mar')]);
  });

  it('has stop words where there are no others', () => {
    expect(english('to be')).toEqual([
      { terms: [], phrases: [['to']] },
      { terms: [], phrases: [['be']] },
    ]);
  });

  it('is nothing for what has no words, and bounded', () => {
    expect([english(''), english(' -* '), english('!?')]).toEqual([[], [], []]);
    expect(english(Array.from({ length: 500 }, (_, i) => `w${i}x`).join(' '))).toHaveLength(64);
  });
});
