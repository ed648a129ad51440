import fc from 'fast-check';
import type { Paragraph } from '../split/paragraph';
import { splitSection } from '../split/split';
import { paragraphBatches, textSlices } from './pieces';

const VALUE_CHARS_MAX = 250_000;
const piecesOf = (text: string) => [...textSlices(text)].map((value) => value.text ?? '');

describe('a text in pieces', () => {
  it('is whole again when they are put together, and no character is cut in two', () => {
    const near = fc.integer({ min: VALUE_CHARS_MAX - 3, max: VALUE_CHARS_MAX + 3 });
    fc.assert(
      fc.property(near, fc.constantFrom('x', '😀', '🇪🇺'), fc.integer({ min: 0, max: 4 }), (chars, end, times) => {
        const text = 'a'.repeat(chars) + end.repeat(times);
        const pieces = piecesOf(text);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(VALUE_CHARS_MAX);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
      { seed: 7, numRuns: 50 },
    );
  });

  it('has none when it is empty', () => {
    expect(piecesOf('')).toEqual([]);
  });
});

describe('paragraphs in batches', () => {
  const paragraph = (sentences: number): Paragraph => {
    const text = 'Wait here. '.repeat(sentences);
    const blocks = [{ kind: 'record' as const, start: 0, end: text.length, page: 0 }];
    const [made] = splitSection({ text, blocks });
    if (!made) throw new Error('There was no paragraph');
    return made;
  };
  const batchesOf = (paragraphs: readonly Paragraph[]) =>
    [...paragraphBatches(paragraphs)].map((value) => value.paragraphs ?? []);

  it('come in order, each once, and no batch is empty', () => {
    const made = [0, 1, 5, 50].map((sentences) => paragraph(sentences + 1));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...made), { maxLength: 700 }), (paragraphs) => {
        const batches = batchesOf(paragraphs);
        expect(batches.flat()).toEqual(paragraphs);
        for (const batch of batches) expect(batch.length).toBeGreaterThan(0);
      }),
      { seed: 7, numRuns: 30 },
    );
  });

  it('are as many as a value of the bus takes', () => {
    expect(batchesOf(Array.from({ length: 500 }, () => paragraph(1))).map(({ length }) => length)).toEqual([
      200, 200, 100,
    ]);
  });

  it('are fewer when they have many sentences', () => {
    for (const batch of batchesOf(Array.from({ length: 60 }, () => paragraph(900)))) {
      expect(batch.length).toBeLessThan(20);
      expect(JSON.stringify(batch).length).toBeLessThan(1_048_576);
    }
  });
});
