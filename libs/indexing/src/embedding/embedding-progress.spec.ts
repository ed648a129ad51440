import type { FieldToEmbed } from '@lectern/resource-store';
import fc from 'fast-check';
import { isDueForIndex, paragraphsDone, paragraphsLeft } from './embedding-progress';

const field = (paragraphs: number, parts: readonly number[]): FieldToEmbed => ({
  kbid: 'box',
  rid: 'resource',
  letter: 't',
  id: 'a',
  seqid: 1,
  title: '',
  paragraphs,
  parts,
  isUnembedded: true,
});

describe('progress of embedding', () => {
  it('counts the paragraphs of all fields', () => {
    const fields = [field(100, [1]), field(64, [0]), field(70, [])];
    expect(paragraphsDone(fields)).toBe(36 + 64);
    expect(paragraphsLeft(fields)).toBe(64 + 70);
  });

  it('is shown in the index from 1,024 paragraphs on, each time there are twice as many', () => {
    expect(isDueForIndex(0, 1_023)).toBe(false);
    expect(isDueForIndex(1_000, 1_024)).toBe(true);
    expect(isDueForIndex(1_024, 2_047)).toBe(false);
    expect(isDueForIndex(2_047, 5_000)).toBe(true);
  });

  it('writes at most four times what there is in the end, however much a run embeds', () => {
    const runs = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 100 });
    fc.assert(
      fc.property(runs, (embedded) => {
        let [stored, written] = [0, 0];
        for (const count of embedded) {
          if (isDueForIndex(stored, stored + count)) written += stored + count;
          stored += count;
        }
        expect(written).toBeLessThanOrEqual(4 * stored);
      }),
    );
  });
});
