import { clipWords, WORD_LENGTH_MAX } from './keyword-words';

const long = (letter: string) => letter.repeat(WORD_LENGTH_MAX + 1);
const cut = (letter: string) => letter.repeat(WORD_LENGTH_MAX);

describe('words for an index', () => {
  it.each([
    ['nothing', '', ''],
    ['short words, however many', 'tide '.repeat(100).trim(), 'tide '.repeat(100).trim()],
    ['a word that just fits', `${cut('a')} tide ${cut('b')}`, `${cut('a')} tide ${cut('b')}`],
    ['a long word alone', long('a'), cut('a')],
    [
      'long words first, between others, and last',
      `${long('a')} x ${long('b')} y ${long('c')}`,
      `${cut('a')} x ${cut('b')} y ${cut('c')}`,
    ],
    ['a long word after a word that just fits', `${cut('a')} ${long('b')}`, `${cut('a')} ${cut('b')}`],
  ])('are cut where they are too long: %s', (_, words, clipped) => {
    expect(clipWords(words)).toBe(clipped);
  });
});
