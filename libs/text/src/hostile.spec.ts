import { setImmediate as yieldToOthers, setTimeout as sleep } from 'node:timers/promises';
import { longestBlockMs } from '@lectern/testing';
import { GIVEN_PARAGRAPH_CHARS_MAX, highlight, parseQuery } from './index';

/** Longest query of the interface. */
const QUERY_CHARS = 20_000;
const manyLanguages =
  'en de fr es it pt nl sv da fi no ru uk cs sl ca eu hu ro tr ar hi hy id lt el ga ta zh ja ko'.split(' ');
const patterns = [
  '漢字仮名交じり文',
  'ひらがな',
  'ภาษาไทยง่ายนิดเดียว',
  '한국어 ',
  'كتاب ',
  '😀 ',
  'ﷺ ',
  'a\u0301',
  'a\u200d',
  'a ',
  '"a" ',
  '"a',
  '“a ',
  '-a ',
  '-"a b" ',
  'a-',
  'a&',
  "a'",
  'a.',
  '1,111',
  '$1 ',
  'a_b-c ',
  'ﬃ ',
  'a',
  '"',
  `"${'a '.repeat(32)}" `,
];
const repeated = (pattern: string, chars: number) => pattern.repeat(Math.ceil(chars / pattern.length)).slice(0, chars);

describe('hostile queries', () => {
  it.each([
    ['in one language', ['en']],
    ['in 31 languages', [...manyLanguages, '']],
  ])('are read without keeping others waiting %s', async (_, languages) => {
    for (const pattern of patterns) parseQuery(repeated(pattern, 500), languages);
    const idleMs = await longestBlockMs(() => sleep(1_000));
    const busyMs = await longestBlockMs(async () => {
      for (const pattern of patterns) {
        parseQuery(repeated(pattern, QUERY_CHARS), languages);
        await yieldToOthers();
      }
    });
    expect(busyMs).toBeLessThan(500 + 5 * idleMs);
  });

  it('are marked in the longest paragraph without keeping others waiting', async () => {
    const cases = patterns.map((pattern) => {
      const { words, phrases } = parseQuery(repeated(pattern, QUERY_CHARS), ['en']);
      return { text: repeated(pattern, GIVEN_PARAGRAPH_CHARS_MAX), words, phrases };
    });
    const idleMs = await longestBlockMs(() => sleep(1_000));
    const busyMs = await longestBlockMs(async () => {
      for (const { text, words, phrases } of cases) {
        highlight(text, words, phrases);
        await yieldToOthers();
      }
    });
    expect(busyMs).toBeLessThan(500 + 5 * idleMs);
  });

  it('have their beginning and their end read', () => {
    const { terms } = parseQuery(`locks ${'filler '.repeat(2_500)} tides`, ['en']);
    expect(terms).toEqual(expect.arrayContaining(['lock', 'tide']));
  });
});
