import fc from 'fast-check';
import { paddedBatches } from './batches';

const limits = { textsMax: 8, tokensMax: 512 };

describe('batchesOf', () => {
  it('puts every text into exactly one batch within the limits, whatever the lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 600 }), { maxLength: 100 }), (lengths) => {
        const batches = paddedBatches(lengths, limits);
        expect(batches.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual(
          lengths.map((_, index) => index),
        );
        for (const { members, width } of batches) {
          expect(width).toBe(Math.max(...members.map((member) => lengths[member] ?? 0)));
          expect(members.length).toBeLessThanOrEqual(limits.textsMax);
          if (members.length > 1) expect(width * members.length).toBeLessThanOrEqual(limits.tokensMax);
        }
      }),
    );
  });

  it('runs texts of like length together', () => {
    expect(paddedBatches([400, 10, 300, 12], limits)).toEqual([
      { members: [1, 3], width: 12 },
      { members: [2], width: 300 },
      { members: [0], width: 400 },
    ]);
  });

  it('adds at most the permitted padding to a text', () => {
    expect(paddedBatches([5, 13, 14, 22, 23], { ...limits, paddingMax: 8 })).toEqual([
      { members: [0, 1], width: 13 },
      { members: [2, 3], width: 22 },
      { members: [4], width: 23 },
    ]);
  });
});
