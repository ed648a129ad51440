import { batched } from './batched';

const options = { max: 3, gatherMs: 1 };

describe('work done together', () => {
  it('gives each caller its own result out of few calls', async () => {
    const batches: number[][] = [];
    const double = batched(async (items: readonly number[]) => {
      batches.push([...items]);
      return items.map((item) => item * 2);
    }, options);
    expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('lets a bad item fail alone', async () => {
    const picky = batched(async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('2 is bad');
      return items;
    }, options);
    const settled = await Promise.allSettled([1, 2, 3].map(picky));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('calls again every time', async () => {
    let calls = 0;
    const count = batched(async (items: readonly string[]) => items.map(() => (calls += 1)), options);
    await count('a');
    expect(await count('a')).toBe(2);
  });
});
