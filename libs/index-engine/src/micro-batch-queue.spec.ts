import { setTimeout as sleep } from 'node:timers/promises';
import { MicroBatchQueue } from './micro-batch-queue';

const limits = { gatherMs: 1, intervalMs: () => 2, weightMax: 10, lengthMax: 20, batchesMax: 1 };

describe('MicroBatchQueue', () => {
  it('hands over in order, together what arrives together, up to the weight of a batch', async () => {
    const batches: number[][] = [];
    const queue = new MicroBatchQueue<number>(async (items) => void batches.push([...items]), limits);
    await Promise.all([3, 4, 5, 30, 1].map((weight) => queue.add(weight, weight)));
    expect(batches).toEqual([[3, 4], [5], [30], [1]]);
  });

  it.each([1, 2])('never has more batches on their way than it may: %i', async (batchesMax) => {
    let running = 0;
    const seen: number[] = [];
    const queue = new MicroBatchQueue<number>(
      async () => {
        seen.push(++running);
        await sleep(3);
        running -= 1;
      },
      { ...limits, batchesMax },
    );
    await Promise.all(Array.from({ length: 15 }, async (_, i) => sleep(i).then(() => queue.add(i, 4))));
    expect(Math.max(...seen)).toBe(batchesMax);
  });

  it('does not wait for a long interval any more when it has become a short one', async () => {
    let intervalMs = 0;
    const queue = new MicroBatchQueue<string>(async () => undefined, { ...limits, intervalMs: () => intervalMs });
    await queue.add('first', 1);
    intervalMs = 600_000;
    const second = queue.add('second', 1);
    intervalMs = 2;
    await Promise.all([second, queue.add('urgent', 1)]);
  });

  it('leaves nothing behind that is added as soon as another is done', async () => {
    const eager = { ...limits, gatherMs: 0, intervalMs: () => 0, batchesMax: 2 };
    const queue = new MicroBatchQueue<number>(async () => undefined, eager);
    const addOneByOne = async () => {
      for (let i = 0; i < 200; i += 1) await queue.add(i, 10);
    };
    await Promise.all(Array.from({ length: 4 }, addOneByOne));
    await queue.drain();
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
