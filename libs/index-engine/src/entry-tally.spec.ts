import fc from 'fast-check';
import { EntryTally } from './entry-tally';

const tallyOf = (expected: readonly unknown[], met: readonly unknown[]) => {
  const tally = new EntryTally();
  for (const entry of expected) tally.expect(entry);
  for (const entry of met) tally.meet(entry);
  return tally.differs;
};

describe('a tally of entries', () => {
  it('has no difference in entries of any order, with members and lists of any order', () => {
    const entry = { id: 'a', labels: ['x', 'y'], page: 1, more: { end: 2, absent: undefined } };
    const same = { more: { end: 2 }, page: 1, labels: ['y', 'x'], id: 'a' };
    expect(tallyOf([entry, 'b'], ['b', same])).toBe(false);
    fc.assert(fc.property(fc.array(fc.jsonValue()), (entries) => !tallyOf(entries, entries.toReversed())));
  });

  it.each([
    ['is missing', [{ id: 'a' }], []],
    ['is too many', [{ id: 'a' }], [{ id: 'a' }, { id: 'a' }]],
    ['has another text', [{ id: 'a', text: 'moon' }], [{ id: 'a', text: 'moom' }]],
    ['has another number', [Float32Array.of(1, 0)], [Float32Array.of(1, 1e-7)]],
    ['says null', [{ a: null }], [{ a: '' }]],
  ])('has one when one %s', (_, expected, met) => expect(tallyOf(expected, met)).toBe(true));
});
