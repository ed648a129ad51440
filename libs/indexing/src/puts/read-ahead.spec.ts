import { ReadAhead } from './read-ahead';

const items = (count: number, bytes: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}`, bytes }));

function reading(count: number, bytes: number) {
  const reads: number[] = [];
  const all = items(count, bytes);
  const ahead = new ReadAhead(all, async (group) => {
    reads.push(group.length);
    return new Map(group.map(({ id }) => [id, `text ${id}`]));
  });
  return { all, ahead, reads };
}

describe('reading ahead', () => {
  it('gets each in its order with few reads, as often as somebody goes through them', async () => {
    const { all, ahead, reads } = reading(1_200, 10);
    for (let round = 0; round < 2; round += 1) {
      const got: string[] = [];
      for (const item of all) got.push(await ahead.get(item));
      expect(got).toEqual(all.map(({ id }) => `text ${id}`));
    }
    expect(reads).toEqual([500, 500, 200, 500, 500, 200]);
  });

  it('has bounded groups, and a large item alone', async () => {
    const { all, ahead, reads } = reading(5, 100 * 1024);
    for (const item of all) await ahead.get(item);
    expect(reads).toEqual([2, 2, 1]);
    const large = reading(2, 1024 ** 2);
    for (const item of large.all) await large.ahead.get(item);
    expect(large.reads).toEqual([1, 1]);
  });

  it('knows only what it was given', async () => {
    await expect(reading(1, 1).ahead.get({ id: 'other', bytes: 1 })).rejects.toThrow('other');
  });
});
