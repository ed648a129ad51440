import { withEqualHits } from './equal-hits';

/** An engine with these scores, best first, that records the size of each request. */
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
  it('are all given, in one request where the limit cuts between unequal ones', async () => {
    const { asked, search } = engineOf([3, 2, 1, 1]);
    expect(await withEqualHits(search, { limit: 2, max: 100, scoreOf })).toEqual([3, 2, 1]);
    expect(asked).toEqual([3]);
  });

  it('are requested until all of them are there', async () => {
    const { search } = engineOf([3, ...equal(60, 2), ...equal(200, 1)]);
    const hits = await withEqualHits(search, { limit: 5, max: 1_000, scoreOf });
    expect(hits.filter((score) => score === 2)).toHaveLength(60);
  });

  it('are all given in one request where it is large enough for those that are equal', async () => {
    const { asked, search } = engineOf([3, ...equal(60, 2), 1]);
    const options = { limit: 5, least: 50, max: 1_000, scoreOf };
    expect((await withEqualHits(search, options)).filter((score) => score === 2)).toHaveLength(60);
    expect(asked).toEqual([50, 400]);
    await withEqualHits(search, { ...options, least: 100 });
    expect(asked).toEqual([50, 400, 100]);
  });

  it('are chosen by the engine beyond the largest request', async () => {
    const { asked, search } = engineOf(equal(500, 1));
    expect(await withEqualHits(search, { limit: 5, max: 100, scoreOf })).toHaveLength(100);
    expect(asked).toEqual([6, 48, 100]);
  });

  it('need one request when no hit is wanted, and when the limit is the largest request', async () => {
    const { asked, search } = engineOf(equal(500, 1));
    expect(await withEqualHits(search, { limit: 0, max: 100, scoreOf })).toHaveLength(1);
    expect(await withEqualHits(search, { limit: 100, max: 101, scoreOf })).toHaveLength(101);
    expect(asked).toEqual([1, 101]);
  });
});
