import { setTimeout as sleep } from 'node:timers/promises';
import { MicroBatchQueue } from './micro-batch-queue';

const limits = { gatherMs: 1, intervalMs: () => 2, weightMax: 10, lengthMax: 20 };

describe('MicroBatchQueue', () => {
  it('hands over in order, together what arrives together, up to the weight of a batch', async () => {
    const batches: number[][] = [];
    const queue = new MicroBatchQueue<number>(async (items) => void batches.push([...items]), limits);
    await Promise.all([3, 4, 5, 30, 1].map((weight) => queue.add(weight, weight)));
    expect(batches).toEqual([[3, 4], [5], [30], [1]]);
  });

  it('never runs two batches at once', async () => {
    let running = 0;
    const seen: number[] = [];
    const queue = new MicroBatchQueue<number>(async () => {
      seen.push(++running);
      await sleep(3);
      running -= 1;
    }, limits);
    await Promise.all(Array.from({ length: 15 }, async (_, i) => sleep(i).then(() => queue.add(i, 4))));
    expect(Math.max(...seen)).toBe(1);
  });

  it('fails those of a failed batch alone', async () => {
    const queue = new MicroBatchQueue<number>(async (items) => {
      if (items.includes(2)) throw new Error('two');
    }, limits);
    const settled = await Promise.allSettled([queue.add(1, 10), queue.add(2, 5), queue.add(3, 5), queue.add(4, 10)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    await expect(queue.add(5, 1)).resolves.toBeUndefined();
  });

  it('refuses more than may wait, and drains', async () => {
    let applied = 0;
    const queue = new MicroBatchQueue<number>(async (items) => void (applied += items.length), limits);
    const waiting = Array.from({ length: 20 }, (_, i) => queue.add(i, 1));
    await expect(queue.add(21, 1)).rejects.toMatchObject({ code: 'unavailable' });
    await queue.drain();
    expect(applied).toBe(20);
    await Promise.all(waiting);
  });
});
