import { withEqualHits } from './equal-hits';

/** An engine that holds these scores, best first, and notes how many hits it was asked for. */
function engineOf(scores: readonly number[]) {
  const asked: number[] = [];
  const search = (size: number): Promise<readonly number[]> => {
    asked.push(size);
    return Promise.resolve(scores.slice(0, size));
  };
  return { asked, search };
}

const equal = (count: number, score: number) => Array.from({ length: count }, () => score);
const scoreOf = (score: number) => score;

describe('hits that are equal at a limit', () => {
  it('are all given, and none is asked for twice where the limit cuts between unequal ones', async () => {
    const { asked, search } = engineOf([3, 2, 1, 1]);
    expect(await withEqualHits(search, { limit: 2, max: 100, scoreOf })).toEqual([3, 2, 1]);
    expect(asked).toEqual([3]);
  });

  it('are asked for until there are no more', async () => {
    const { search } = engineOf([3, ...equal(60, 2), ...equal(200, 1)]);
    const hits = await withEqualHits(search, { limit: 5, max: 1_000, scoreOf });
    expect(hits.filter((score) => score === 2)).toHaveLength(60);
  });

  it('are left to the engine past the most that is asked for', async () => {
    const { asked, search } = engineOf(equal(500, 1));
    expect(await withEqualHits(search, { limit: 5, max: 100, scoreOf })).toHaveLength(100);
    expect(asked).toEqual([6, 48, 100]);
  });

  it('do not matter where none is wanted, and where the limit is the most that is asked for', async () => {
    const { asked, search } = engineOf(equal(500, 1));
    expect(await withEqualHits(search, { limit: 0, max: 100, scoreOf })).toHaveLength(1);
    expect(await withEqualHits(search, { limit: 100, max: 101, scoreOf })).toHaveLength(101);
    expect(asked).toEqual([1, 101]);
  });
});
