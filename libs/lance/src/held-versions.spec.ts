import { HeldVersions, TOMBSTONES_MAX } from './held-versions';

describe('HeldVersions', () => {
  it('knows below which version a resource is old', () => {
    const held = new HeldVersions();
    held.setHeld('a', 3);
    held.setDeleted('b', 5);
    expect([held.floorOf('a'), held.floorOf('b'), held.floorOf('c')]).toEqual([3, 5, -Infinity]);
    expect([held.has('a'), held.has('b')]).toEqual([true, false]);
  });

  it('takes over what a table holds, and keeps its deletions', () => {
    const held = new HeldVersions(new Map([['a', 1]]));
    held.setHeld('b', 2);
    for (const rid of ['c', 'd']) held.setDeleted(rid, 5);
    held.setAllHeld(
      new Map([
        ['b', 3],
        ['c', 6],
      ]),
    );
    expect([held.has('a'), held.size]).toEqual([false, 2]);
    expect(['a', 'b', 'c', 'd'].map((rid) => held.floorOf(rid))).toEqual([-Infinity, 3, 6, 5]);
  });

  it('forgets the oldest deletion when there are too many', () => {
    const held = new HeldVersions();
    for (let i = 0; i <= TOMBSTONES_MAX; i += 1) held.setDeleted(`r${i}`, 1);
    expect([held.floorOf('r0'), held.floorOf('r1'), held.floorOf(`r${TOMBSTONES_MAX}`)]).toEqual([-Infinity, 1, 1]);
  });
});
