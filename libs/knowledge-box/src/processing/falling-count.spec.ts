import { FallingCount } from './falling-count';

function rates(...seen: readonly (readonly [count: number, atS: number])[]): (number | undefined)[] {
  const count = new FallingCount();
  return seen.map(([value, atS]) => count.see(value, atS * 1_000));
}

describe('the rate at which a count falls', () => {
  it('is not known at first, nor while it grows', () => {
    expect(rates([10, 0], [10, 1], [20, 10])).toEqual([undefined, undefined, undefined]);
  });

  it('is that since it was highest', () => {
    expect(rates([0, 0], [100, 60], [80, 70], [60, 80])).toEqual([undefined, undefined, 2, 2]);
  });

  it('is seen between two looks that are close to each other', () => {
    expect(rates([100, 0], [90, 2], [85, 3])).toEqual([undefined, 5, 5]);
  });

  it('leaves out a time in which the count stood still at its highest', () => {
    expect(rates([100, 0], [100, 60], [90, 70])).toEqual([undefined, undefined, 1]);
  });

  it('forgets what was more than five minutes ago', () => {
    expect(rates([1_000, 0], [100, 200], [50, 450])).toEqual([undefined, 4.5, 0.2]);
    expect(rates([1_000, 0], [100, 301])).toEqual([undefined, undefined]);
  });

  it('remembers a bounded number of looks', () => {
    const count = new FallingCount();
    for (let i = 0; i < 10_000; i += 1) count.see(10_000 - i, i * 100);
    expect(JSON.stringify(count).length).toBeLessThan(4_000);
  });
});
