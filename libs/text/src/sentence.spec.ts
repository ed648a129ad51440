import fc from 'fast-check';
import { splitSentences } from '.';

const sentences = (text: string, language: string) => splitSentences(text, language).map((sentence) => sentence.text);

describe('splitSentences', () => {
  it('cuts after full stops, question and exclamation marks', () => {
    expect(sentences('It rose. Did it? It did! Fine…  Yes', 'en')).toEqual([
      'It rose.',
      'Did it?',
      'It did!',
      'Fine…',
      'Yes',
    ]);
  });

  it('keeps closing quotes and brackets with their sentence', () => {
    expect(sentences('He said "no." (She did not.) Then he left.', 'en')).toEqual([
      'He said "no."',
      '(She did not.)',
      'Then he left.',
    ]);
  });

  it.each([
    [
      'en',
      ['Dr. J. R. Smith paid 3.5 million, e.g. in the U.S. Army.', 'See Fig. 3 of No. 5.', 'He left the U.S. The end.'],
    ],
    ['de', ['Am 3. Oktober kam z.B. Herr Prof. Müller.', 'Er ging, vgl. Abs. 2, nach Köln.']],
    ['fr', ['M. Dupont et Mme. Curie étaient là.', 'Voir art. 12.']],
    ['es', ['La Sra. López vive en la avda. Diagonal.', '¿Vive allí?', '¡Sí!']],
    ['ru', ['Памятник им. Пушкина стоит.', 'См. рис. 5.']],
  ])('knows the short forms of %s', (language, expected) => {
    const cut = expected.flatMap((sentence) => sentence.split(/(?<=U\.S\.) (?=The)/));
    expect(sentences(expected.join(' '), language)).toEqual(cut);
  });

  it.each([
    ['zh', '今天很好。我们去吧！“好。”他说', ['今天很好。', '我们去吧！', '“好。”', '他说']],
    ['ja', '雨です。傘は？', ['雨です。', '傘は？']],
    ['hi', 'यह पहला है। यह दूसरा है।', ['यह पहला है।', 'यह दूसरा है।']],
    ['ar', 'ما هذا؟ هذا كتاب.', ['ما هذا؟', 'هذا كتاب.']],
  ])('knows the marks of %s', (language, text, expected) => {
    expect(sentences(text, language)).toEqual(expected);
  });

  it('reads over line breaks, but not over blank lines and list items', () => {
    expect(sentences('A line\nthat goes on\n\nNext\n- one\n- two\n1. three\n| a | b |\nrest', 'en')).toEqual([
      'A line\nthat goes on',
      'Next',
      '- one',
      '- two',
      '1. three',
      '| a | b |',
      'rest',
    ]);
  });

  it('counts code points', () => {
    expect(splitSentences('😀 one. 😀 two.', 'en').map(({ start, end }) => [start, end])).toEqual([
      [0, 6],
      [7, 13],
    ]);
  });

  it('covers all that is not blank, in order', () => {
    const pieces = fc.constantFrom('Word', '. ', '.', '? ', '\n', '\n\n', ' ', '。', '- ', '"', '😀', 'Dr.', '3', 'é');
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom('en', 'de', 'zh', ''), (text, language) => {
        const points = [...text];
        let last = 0;
        for (const { start, end, text: sentence } of splitSentences(text, language)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(points.slice(last, start).join('').trim()).toBe('');
          expect(points.slice(start, end).join('')).toBe(sentence);
          expect(sentence.trim()).toBe(sentence);
          last = end;
        }
        expect(points.slice(last).join('').trim()).toBe('');
      }),
      { numRuns: 400 },
    );
  });
});
