import fc from 'fast-check';
import { pdfOf } from '../../fixtures/pdf-pages.fixture';
import { read } from '../../fixtures/reading.fixture';
import { type DrawnChar, looksSpaced, Respacing } from './spaced-text';

/** Every letter moved away from the one before, by thousandths of the size. */
const drawn = (text: string, gapOf: (at: number) => number) =>
  `[${[...text].map((char, at) => `(${char}) ${char === ' ' ? 0 : -gapOf(at)}`).join(' ')}] TJ`;
const uneven = (at: number) => [60, 140, 120, 90, 160][at % 5] ?? 0;
const textOf = async (content: string) => {
  const { text } = await read(pdfOf([{ content: `BT /F1 10 Tf 1 0 0 1 72 700 Tm ${content} ET` }]));
  return text;
};

describe('letters that stand apart', () => {
  it.each([
    ['by one distance', '1.5 Tc (This text is formatted widely) Tj', 'This text is formatted widely'],
    ['unevenly', drawn('This text is formatted', uneven), 'This text is formatted'],
    [
      'without spaces between words',
      `[${['fo', 'r'].join('').replace(/./g, (char) => `(${char}) -130 `)} -500 ${'matted'.replace(/./g, (char) => `(${char}) -130 `)}] TJ`,
      'for matted',
    ],
    ['in two words', '4 Tc (CHAPTER ONE) Tj', 'CHAPTER ONE'],
  ])('%s are words again', async (_, content, expected) => {
    expect(await textOf(content)).toBe(expected);
  });

  it('are left alone where spaces are meant', async () => {
    expect(await textOf('(Let a b c be so) Tj')).toBe('Let a b c be so');
  });

  const sentence = fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 1, maxLength: 12 });

  it('are not seen in words of three letters and more', () => {
    fc.assert(
      fc.property(sentence, (words) => expect(looksSpaced(words.join(' '))).toBe(false)),
      { seed: 7 },
    );
  });

  it('come back as the words that were drawn, whatever spaces were seen', () => {
    fc.assert(
      fc.property(sentence, fc.array(fc.boolean(), { minLength: 1 }), (words, isSeen) => {
        const text = words.join(' ');
        const chars = [...text].map((char, at): DrawnChar => ({ char, gap: isSeen[at % isSeen.length] ? 0.14 : 0.06 }));
        const seen = chars.map(({ char, gap }) => (gap > 0.1 ? `${char} ` : char)).join('');
        expect(new Respacing(chars).words(seen)).toBe(text);
      }),
      { seed: 7 },
    );
  });

  it('that were not drawn so stay as they are', () => {
    expect(new Respacing([{ char: 'x', gap: 0 }]).words('fo r m')).toBe('fo r m');
  });
});
