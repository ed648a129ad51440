import { AppError } from '@lectern/contracts';

interface Waiting<T> {
  readonly item: T;
  readonly weight: number;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Work in one batch at most, unless one item alone is heavier. */
const weightMax = 1_000;
/** Batches on their way: while Qdrant stores one, the next is put into words. */
const batchesMax = 2;
/** Items that wait; more are refused. */
const lengthMax = 10_000;

/** Hands over what arrived while batches before were written, so that many small writes cost few requests. */
export class PutQueue<T> {
  private waiting: Waiting<T>[] = [];
  private readonly running = new Set<Promise<void>>();

  /** @param write never given the same item, nor called for more than `batchesMax` batches, at once */
  constructor(private readonly write: (items: readonly T[]) => Promise<void>) {}

  /** @throws AppError `unavailable` when too much is waiting; whatever the write threw */
  add(item: T, weight: number): Promise<void> {
    if (this.waiting.length >= lengthMax)
      return Promise.reject(new AppError('unavailable', 'Too many writes are waiting for Qdrant'));
    return new Promise((done, failed) => {
      this.waiting.push({ item, weight, done, failed });
      if (this.running.size < batchesMax) this.start();
    });
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private start(): void {
    const run = this.run().finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async run(): Promise<void> {
    // What is added in the same turn belongs together.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.writeNext(this.take());
  }

  private take(): Waiting<T>[] {
    let weight = 0;
    const end = this.waiting.findIndex((next, i) => (weight += next.weight) > weightMax && i > 0);
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end);
  }

  private async writeNext(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.write(batch.map(({ item }) => item));
      for (const { done } of batch) done();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }
}
