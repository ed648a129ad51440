import type { FieldToEmbed } from '@lectern/resource-store';
import fc from 'fast-check';
import { embeddingBatches } from './embedding-batches';

const field = (id: string, paragraphs: number, parts: readonly number[] = []): FieldToEmbed => ({
  kbid: 'box',
  rid: 'resource',
  letter: 'c',
  id,
  seqid: 1,
  title: '',
  paragraphs,
  parts,
  isUnembedded: true,
});
const idsOf = (fields: readonly FieldToEmbed[]) => embeddingBatches(fields).map((batch) => batch.map(({ id }) => id));

describe('what is embedded with one call', () => {
  it('are small fields side by side; a large one is alone', () => {
    expect(idsOf([field('a', 30), field('b', 34), field('c', 1), field('d', 65), field('e', 1)])).toEqual([
      ['a', 'b'],
      ['c'],
      ['d'],
      ['e'],
    ]);
  });

  it('is nothing of a field that has its vectors', () => {
    expect(idsOf([field('a', 1, [0]), field('b', 1), field('c', 65, [0, 1]), field('d', 1)])).toEqual([['b', 'd']]);
  });

  it('has every other field once, in their order, and never more than a part', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 130 }), { maxLength: 60 });
    fc.assert(
      fc.property(counts, (all) => {
        const fields = all.map((paragraphs, i) => field(`${i}`, paragraphs));
        const batches = embeddingBatches(fields);
        expect(batches.flat()).toEqual(fields);
        for (const batch of batches.filter(({ length }) => length > 1))
          expect(batch.reduce((sum, { paragraphs }) => sum + paragraphs, 0)).toBeLessThanOrEqual(64);
      }),
    );
  });
});
