import fc from 'fast-check';
import { textVector } from './arrow-texts';
import { CompactIds } from './compact-ids';

const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const rows = fc.uniqueArray(fc.record({ id, address: fc.integer({ min: 0, max: 2 ** 40 }) }), {
  selector: ({ address }) => address,
  maxLength: 200,
});

describe('ids of rows by address', () => {
  it('are found by their addresses, and these by them, in whatever order and pieces they were read', () => {
    fc.assert(
      fc.property(rows, fc.nat(), id, (all, cut, other) => {
        const pieces = [all.slice(0, cut % 7), all.slice(cut % 7)].map((piece) => ({
          addresses: piece.map(({ address }) => address),
          ids: textVector(piece.map((row) => row.id)),
        }));
        const ids = new CompactIds(pieces);
        for (const row of all) {
          expect(ids.idAt(row.address)).toBe(row.id);
          const found = ids.addressOf(row.id);
          // Two rows may have the same id.
          expect(all.find(({ address }) => address === found)?.id).toBe(row.id);
        }
        if (all.every((row) => row.id !== other)) expect(ids.addressOf(other)).toBeUndefined();
        expect(ids.idAt(2 ** 41)).toBeUndefined();
      }),
    );
  });

  it('leave out empty ones', () => {
    const ids = new CompactIds([{ addresses: [1, 2, 3], ids: textVector(['a', '', 'b']) }]);
    expect([1, 2, 3].map((address) => ids.idAt(address))).toEqual(['a', undefined, 'b']);
    expect(ids.addressOf('')).toBeUndefined();
  });
});
