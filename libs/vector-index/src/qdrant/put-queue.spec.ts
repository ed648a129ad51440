import { PutQueue } from './put-queue';

describe('PutQueue', () => {
  it('writes together what waits together, in order, and no more at once than it may', async () => {
    const batches: number[][] = [];
    let running = 0;
    let most = 0;
    const queue = new PutQueue<number>(async (items) => {
      batches.push([...items]);
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    });
    await Promise.all(Array.from({ length: 30 }, (_, i) => queue.add(i, 100)));
    expect(batches.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i));
    expect(Math.max(...batches.map(({ length }) => length))).toBe(10);
    expect(most).toBe(2);
  });

  it('fails only those whose batch failed, and goes on', async () => {
    const queue = new PutQueue<string>(async (items) => {
      if (items.includes('bad')) throw new Error('broken off');
    });
    const bad = queue.add('bad', 1_000);
    const good = queue.add('good', 1_000);
    await expect(bad).rejects.toThrow('broken off');
    await expect(good).resolves.toBeUndefined();
  });

  it('refuses more than may wait', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const queue = new PutQueue<number>(() => held);
    const added = Array.from({ length: 10_000 }, (_, i) => queue.add(i, 1));
    await expect(queue.add(0, 1)).rejects.toMatchObject({ code: 'unavailable' });
    release();
    await Promise.all(added);
    await queue.drain();
  });
});
