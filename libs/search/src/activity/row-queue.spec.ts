import fc from 'fast-check';
import { BATCH_CHARS_MAX, BATCH_ROWS_MAX, QUEUE_CHARS_MAX, RowQueue } from './row-queue';

describe('the queue of rows', () => {
  it('gives all rows back in their order, in batches within the limits', () => {
    const sizes = fc.array(fc.constantFrom(1, 10, 700_000, 1_500_000), { maxLength: 12 });
    fc.assert(
      fc.property(sizes, (lengths) => {
        const queue = new RowQueue();
        const rows = lengths.map((length, i) => String(i).padEnd(length, ' '));
        const kept = rows.filter((row) => queue.add(row));
        const taken: string[] = [];
        for (let batch = queue.batch(); batch.length > 0; batch = queue.batch()) {
          const chars = batch.reduce((sum, { length }) => sum + length, 0);
          expect(batch.length === 1 || chars <= BATCH_CHARS_MAX).toBe(true);
          taken.push(...batch);
          queue.remove(batch.length);
        }
        expect(taken).toEqual(kept);
        expect(queue.size).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('writes no more than so many rows at once', () => {
    const queue = new RowQueue();
    for (let i = 0; i < BATCH_ROWS_MAX + 1; i += 1) queue.add('{}');
    expect([queue.isBatchFull, queue.batch().length]).toEqual([true, BATCH_ROWS_MAX]);
    queue.remove(BATCH_ROWS_MAX);
    expect([queue.isBatchFull, queue.batch().length]).toEqual([false, 1]);
  });

  it('takes no row for which there is no room, and takes rows again when there is', () => {
    const queue = new RowQueue();
    const row = 'x'.repeat(QUEUE_CHARS_MAX / 2);
    expect([queue.add(row), queue.add(row), queue.add('y')]).toEqual([true, true, false]);
    queue.remove(1);
    expect(queue.add('y')).toBe(true);
  });
});
