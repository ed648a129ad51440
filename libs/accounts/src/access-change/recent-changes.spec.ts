import { RecentChanges } from './recent-changes';

const START = 1_000_000;

function heard(...times: readonly number[]): RecentChanges {
  const recent = new RecentChanges(START);
  times.forEach((afterMs, index) => recent.add({ key: `k${index}` }, START + afterMs));
  return recent;
}

const keysOf = (recent: RecentChanges, after: number | undefined, nowMs: number) =>
  recent.list(after === undefined ? undefined : START + after, START + nowMs).changes.map(({ key }) => key);

describe('changes that zones ask for', () => {
  it('are those since the last answer, and some of before, since clocks differ', () => {
    expect(keysOf(heard(10_000, 18_000, 19_500), 19_000, 20_000)).toEqual(['k1', 'k2']);
  });

  it('are those of the last seconds for a zone that asks for the first time', () => {
    expect(keysOf(heard(10_000, 40_000), undefined, 45_000)).toEqual(['k1']);
  });

  it.each([
    ['since the process runs', [], 0, 5_000, true],
    ['before the process ran', [], -5_000, 5_000, false],
    ['within a minute', [], 0, 60_000, true],
    ['of which some are forgotten', [10_000], 9_000, 80_000, false],
    ['behind those that are forgotten', [10_000], 20_000, 80_000, true],
  ])('are complete or not: %s', (_, times, after, nowMs, isComplete) => {
    expect(heard(...times).list(START + after, START + nowMs).is_complete).toBe(isComplete);
  });

  it('are bounded, and say so', () => {
    const many = heard(...Array.from({ length: 1_500 }, (_, index) => index));
    const { changes, is_complete } = many.list(START, START + 1_500);
    expect([changes.length, changes.at(-1), is_complete]).toEqual([1_000, { key: 'k1499' }, false]);
  });
});
