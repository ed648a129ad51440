import { quotedSentences } from './quoted-sentences';

const text = 'The harbour opens in May. The moon pulls the sea twice a day.';
const context = [
  { key: 'a', text, language: 'en' },
  { key: 'b', text: 'Plan | Price\n--- | ---\nBasic | 5 euros', language: 'en' },
];
const quote = (key: string, said: string) => ({ key, text: said, start: 0, end: said.length });

describe('quotes of a context', () => {
  it('that are there word by word are exact, with their place', () => {
    const said = 'The moon pulls the sea twice a day.';
    const [found] = quotedSentences([quote('a', said)], context, 'en');
    expect(found).toMatchObject({ status: 'exact', start: 0, end: said.length });
    expect(text.slice(found?.sources[0]?.start, found?.sources[0]?.end)).toBe('The moon pulls the sea twice a day');
  });

  it('of a row with the names of its columns are repaired', () => {
    const [found] = quotedSentences([quote('b', 'Plan: Basic ; Price: 5 euros')], context, 'en');
    expect(found).toMatchObject({ status: 'repaired', sources: [{ key: 'b' }] });
  });

  it('are looked for in the entry that they are of, and in no other', () => {
    const said = 'The moon pulls the sea twice a day.';
    expect(quotedSentences([quote('b', said)], context, 'en')).toEqual([]);
    expect(quotedSentences([quote('gone', said)], context, 'en')).toEqual([]);
  });

  it('are none without quotes', () => {
    expect(quotedSentences([], context, 'en')).toEqual([]);
    expect(quotedSentences([quote('a', '')], context, 'en')).toEqual([]);
  });
});
