import fc from 'fast-check';
import { GROUP_BYTES_MAX, fieldGroups, isLarge } from './field-groups';

const head = (bytes: number, i = 0) => ({ letter: 't' as const, id: `field-${i}`, bytes });
const sizesOf = (...sizes: readonly number[]) =>
  fieldGroups(sizes.map(head)).map((group) => group.map(({ bytes }) => bytes));

describe('groups of fields', () => {
  it('have small neighbours together and large fields alone', () => {
    const half = GROUP_BYTES_MAX / 2;
    expect(sizesOf()).toEqual([]);
    expect(sizesOf(1, half, half, 2, 9 * half, 3)).toEqual([[1, half], [half, 2], [9 * half], [3]]);
  });

  it('keep every field in its place, and are small or of one large field', () => {
    const sizes = fc.array(fc.oneof(fc.nat(2 * GROUP_BYTES_MAX), fc.nat(1_000)));
    fc.assert(
      fc.property(sizes, (all) => {
        const heads = all.map(head);
        const groups = fieldGroups(heads);
        expect(groups.flat()).toEqual(heads);
        for (const group of groups) {
          const total = group.reduce((sum, { bytes }) => sum + bytes, 0);
          expect(total <= GROUP_BYTES_MAX || group.length === 1).toBe(true);
          expect(isLarge(group)).toBe(total > GROUP_BYTES_MAX);
        }
      }),
    );
  });
});
