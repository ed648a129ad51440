import { approximateWords, perhapsMisspelt } from './known-words';

describe('words that may be meant', () => {
  it('have one letter wrong from three letters on, and the last is unfinished from four on', () => {
    expect(approximateWords(['of', 'sea', 'tyd'])).toEqual([
      { word: 'sea', edits: 1, prefix: false },
      { word: 'tyd', edits: 1, prefix: false },
    ]);
    expect(approximateWords(['tyde', 'moon'])).toEqual([
      { word: 'tyde', edits: 1, prefix: false },
      { word: 'moon', edits: 1, prefix: true },
    ]);
    expect(approximateWords(['🌕🌕'])).toEqual([]);
  });

  it('can be unfinished earlier, and are the last ones of many', () => {
    expect(approximateWords(['ti'], 2)).toEqual([{ word: 'ti', edits: 0, prefix: true }]);
    expect(approximateWords(['kt4077', 'port'])).toEqual([{ word: 'port', edits: 1, prefix: true }]);
    const many = Array.from(
      { length: 40 },
      (_, i) => `word${String.fromCharCode(97 + (i % 26)).repeat(1 + Math.floor(i / 26))}`,
    );
    expect(approximateWords(many).map(({ word }) => word)).toEqual(many.slice(-16));
  });

  it('may be misspelt beside others where they are long, and the query is short', () => {
    const words = ['oncolgy', 'room', 'kt4077'];
    expect(perhapsMisspelt(words)).toEqual([{ word: 'oncolgy', edits: 1, prefix: false }]);
    expect(perhapsMisspelt([...words, 'floor', 'phone'])).toEqual([]);
  });
});
