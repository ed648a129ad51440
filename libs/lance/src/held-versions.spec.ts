import { HeldVersions, tombstonesMax } from './held-versions';

describe('HeldVersions', () => {
  it('knows below which version a resource is old', () => {
    const held = new HeldVersions();
    held.setHeld('a', 3);
    held.setDeleted('b', 5);
    expect([held.floorOf('a'), held.floorOf('b'), held.floorOf('c')]).toEqual([3, 5, -Infinity]);
    expect([held.has('a'), held.has('b')]).toEqual([true, false]);
  });

  it('looks for rows of a suspect, and takes any version of it', () => {
    const held = new HeldVersions();
    held.suspect('a');
    expect([held.has('a'), held.floorOf('a')]).toEqual([true, -Infinity]);
    held.setDeleted('b', 5);
    held.suspect('b');
    expect([held.has('b'), held.floorOf('b')]).toEqual([true, 5]);
  });

  it('forgets the oldest deletion when there are too many', () => {
    const held = new HeldVersions();
    for (let i = 0; i <= tombstonesMax; i += 1) held.setDeleted(`r${i}`, 1);
    expect([held.floorOf('r0'), held.floorOf('r1'), held.floorOf(`r${tombstonesMax}`)]).toEqual([-Infinity, 1, 1]);
  });
});
