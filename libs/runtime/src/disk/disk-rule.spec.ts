import { reserveOf, spareOf, stateOf } from './disk-rule';

const MIB = 1024 ** 2;
const WANTED = 256 * MIB;
const disk = (totalMib: number, freeMib: number) => ({ totalBytes: totalMib * MIB, freeBytes: freeMib * MIB });

describe('the reserve of a disk', () => {
  it('is what the setting says, and at most a tenth of a small disk', () => {
    expect(reserveOf(100_000 * MIB, WANTED)).toBe(WANTED);
    expect(reserveOf(1_000 * MIB, WANTED)).toBe(100 * MIB);
  });

  it.each([
    [100_000, 256, 'ample'],
    [100_000, 255, 'short'],
    [100_000, 64, 'short'],
    [100_000, 63, 'critical'],
    [100_000, 0, 'critical'],
    [1_000, 100, 'ample'],
    [1_000, 99, 'short'],
    [1_000, 24, 'critical'],
  ])('of %i MiB with %i MiB left is %s', (totalMib, freeMib, state) => {
    expect(stateOf(disk(totalMib, freeMib), WANTED)).toBe(state);
  });

  it('does not exist when the setting is 0: a disk may be filled', () => {
    expect(stateOf(disk(1_000, 0), 0)).toBe('ample');
  });

  it('has a file to give up of at most half of it', () => {
    expect(spareOf(disk(100_000, 0), WANTED)).toBe(32 * MIB);
    expect(spareOf(disk(100, 0), WANTED)).toBe(5 * MIB);
  });
});
