import fc from 'fast-check';
import { codePointLength, PARAGRAPH_CHARS_AIMED, PARAGRAPH_CHARS_MAX, type ParagraphOptions, splitParagraphs } from '.';

const textsOf = (text: string, options?: ParagraphOptions) =>
  splitParagraphs(text, options).map((paragraph) => paragraph.text);
const sentence = 'The moon pulls the sea towards itself. ';
const block = (sentences: number) => sentence.repeat(sentences).trim();

describe('splitParagraphs', () => {
  it('puts small blocks together up to a useful size', () => {
    const paragraphs = textsOf(Array.from({ length: 30 }, () => block(3)).join('\n\n'));
    for (const paragraph of paragraphs) expect(paragraph.length).toBeLessThanOrEqual(PARAGRAPH_CHARS_AIMED);
    for (const paragraph of paragraphs.slice(0, -1))
      expect(paragraph.length).toBeGreaterThan(PARAGRAPH_CHARS_AIMED / 2);
  });

  it('leaves a block alone that is neither small nor large', () => {
    expect(textsOf(`${block(25)}\n\n${block(20)}`)).toEqual([block(25), block(20)]);
  });

  it('cuts a large block between sentences, into parts of about one size', () => {
    const paragraphs = textsOf(block(70));
    expect(paragraphs.join(' ')).toBe(block(70));
    expect(paragraphs).toHaveLength(4);
    for (const paragraph of paragraphs) {
      expect(paragraph).toMatch(/^The.*itself\.$/s);
      expect(paragraph.length).toBeGreaterThan(500);
    }
  });

  it('cuts a sentence only when it alone is too large, and then between words', () => {
    const endless = 'word '.repeat(600).trim();
    const paragraphs = textsOf(endless);
    expect(paragraphs.join(' ')).toBe(endless);
    for (const paragraph of paragraphs) expect(paragraph.length).toBeLessThanOrEqual(PARAGRAPH_CHARS_MAX);
  });

  it('keeps a heading with what follows, and begins a paragraph with it', () => {
    const text = `Tides\n\n${block(2)}\n\n## Spring tides\n\n${block(2)}\n\nNeap tides\n\n${block(40)}`;
    const paragraphs = textsOf(text);
    expect(paragraphs[0]).toBe(`Tides\n\n${block(2)}`);
    expect(paragraphs[1]).toBe(`## Spring tides\n\n${block(2)}`);
    expect(paragraphs[2]).toMatch(/^Neap tides\n\nThe moon/);
  });

  it('takes many short lines in a row for a list, not for headings', () => {
    const list = ['Apples', 'Pears', 'Plums', 'Cherries', 'Quinces', 'Grapes'].join('\n\n');
    expect(textsOf(`${list}\n\n${block(2)}`)).toEqual([`${list}\n\n${block(2)}`]);
  });

  it('takes line breaks for ends of paragraphs where lines are long', () => {
    const long = block(18);
    expect(textsOf(`${long}\n${long}`)).toEqual([long, long]);
  });

  it('crosses no boundary', () => {
    const first = '😀 One page.\n';
    expect(textsOf(`${first}Another page.`, { boundaries: [codePointLength(first)] })).toEqual([
      '😀 One page.',
      'Another page.',
    ]);
    expect(textsOf('One page.\fAnother page.')).toEqual(['One page.\fAnother page.']);
  });

  it('gives every line, every block, or what lies between separators when asked to', () => {
    expect(textsOf('{"a":1}\n\n{"b":2}\n', { mode: 'lines' })).toEqual(['{"a":1}', '{"b":2}']);
    expect(textsOf('a\nb\n\n \nc', { mode: 'blocks' })).toEqual(['a\nb', 'c']);
    expect(textsOf('a\n***\nb***c', { mode: 'separator', separator: '***' })).toEqual(['a', 'b', 'c']);
  });

  it('makes smaller paragraphs of ideographs, which say more each', () => {
    for (const { text } of splitParagraphs('月亮牵引着大海向自己而去。'.repeat(100))) {
      expect(text.length).toBeLessThanOrEqual(PARAGRAPH_CHARS_MAX / 3);
      expect(text).toMatch(/^月.*。$/);
    }
  });

  it('does not mind a hundred thousand titles', () => {
    const titles = 'Title here\n\n'.repeat(100_000);
    expect(textsOf(titles).join('\n\n')).toBe(titles.trim());
  });

  it('holds its promises for any text', () => {
    const pieces = fc.constantFrom(
      sentence,
      block(30),
      '\n\n',
      '\n',
      'Heading',
      '# H',
      '- item\n',
      ' ',
      '😀',
      '北京。',
      'x'.repeat(90),
      '\f',
      'é',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    const modes = fc.constantFrom('prose' as const, 'lines' as const, 'blocks' as const);
    fc.assert(
      fc.property(
        texts,
        modes,
        fc.integer({ min: 20, max: 400 }),
        fc.array(fc.nat(300)),
        (text, mode, charsMax, boundaries) => {
          const points = [...text];
          const slice = (start: number, end?: number) => points.slice(start, end).join('');
          let last = 0;
          for (const paragraph of splitParagraphs(text, { mode, charsMax, boundaries })) {
            const { start, end } = paragraph;
            expect(start).toBeGreaterThanOrEqual(last);
            expect(slice(last, start).trim()).toBe('');
            expect(slice(start, end)).toBe(paragraph.text);
            expect(paragraph.text.trim()).toBe(paragraph.text);
            expect(end - start).toBeLessThanOrEqual(charsMax);
            if (text.isWellFormed()) expect(paragraph.text.isWellFormed()).toBe(true);
            for (const boundary of boundaries) expect(boundary <= start || boundary >= end).toBe(true);
            last = end;
          }
          expect(slice(last).trim()).toBe('');
        },
      ),
      { numRuns: 300 },
    );
  });
});
