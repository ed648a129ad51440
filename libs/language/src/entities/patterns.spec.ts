import fc from 'fast-check';
import { patternMentions } from './patterns';

const found = (text: string, language = 'en') =>
  patternMentions(text, language).mentions.map(({ label, name }) => `${label} ${name}`);

describe('entities that are recognised by their shape', () => {
  it.each([
    ['Write to ann.b+c@mail.example.org, please.', 'EMAIL ann.b+c@mail.example.org'],
    ['See https://example.org/a?b=c#d.', 'URL https://example.org/a?b=c#d'],
    ['See www.example.org, too', 'URL www.example.org'],
    ['It costs $1,250.50 in all.', 'MONEY $1,250.50'],
    ['It costs 3 million euros.', 'MONEY 3 million euros'],
    ['Es kostet 1.250,50 €.', 'MONEY 1.250,50 €'],
    ['It costs EUR 12', 'MONEY EUR 12'],
    ['About 12.5 % of all', 'PERCENT 12.5 %'],
    ['At 9:30 pm we leave', 'TIME 9:30 pm'],
    ['Um 14.30 Uhr', 'TIME 14.30 Uhr'],
    ['On 2024-03-05 it closed', 'DATE 2024-03-05'],
    ['On 5 March 2024', 'DATE 5 March 2024'],
    ['In March 2024', 'DATE March 2024'],
    ['2024年3月5日', 'DATE 2024年3月5日'],
  ])('in %j: %s', (text, entity) => {
    expect(found(text)).toContain(entity);
  });

  it.each([
    ['de', 'am 5. März 2024', 'DATE 5. März 2024'],
    ['es', 'el 5 de marzo de 2024', 'DATE 5 de marzo de 2024'],
    ['fr', 'le 5 mars 2024', 'DATE 5 mars 2024'],
  ])('have the months of the language %s: %s', (language, text, entity) => {
    expect(found(text, language)).toContain(entity);
  });

  it.each([
    'a@b',
    'user@',
    '@handle',
    'version 3.4.5.6',
    'room 12',
    'IPv4 192.168.0.1',
    '99:99',
    '2024-13-40',
    'code AB12',
  ])('are none in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('are where they stand in the text', () => {
    const text = '🌊 It costs  $5 or 7 %\nof 10:15.';
    for (const { start, end, name } of patternMentions(text, 'en').mentions)
      expect(text.slice(start, end).replace(/\s+/g, ' ')).toBe(name);
  });

  it('are found in any text, inside of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        for (const { start, end } of patternMentions(text, 'en').mentions) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { seed: 24, numRuns: 80 },
    );
  });

  it('are not more than can be looked at, and it says so', () => {
    const { mentions, isCut } = patternMentions('5 % '.repeat(60_000), 'en');
    expect([mentions.length, isCut]).toEqual([50_000, true]);
  });

  it('in an unknown language have English months', () => {
    for (const language of ['', 'xx', 'no language'])
      expect(found('5 March 2024', language)).toContain('DATE 5 March 2024');
  });
});
