import { setTimeout as sleep } from 'node:timers/promises';
import { type AnySequence, AppError } from '@lectern/contracts/core';

/** How soon a waiting queue notices that the interval has changed. */
const STEP_MS = 10;

export interface MicroBatchLimits {
  /** How long a batch collects items when the queue was idle. */
  readonly gatherMs: number;
  /** Minimum time between the starts of two batches, so that steady writers share commits. It may change. */
  readonly intervalMs: () => number;
  /** Largest total weight of a batch, unless a single item is heavier. */
  readonly weightMax: number;
  /** Limit of waiting items; further ones are refused. */
  readonly lengthMax: number;
  /** Concurrent batches; 1 keeps the order. */
  readonly batchesMax: number;
}

/** At least `alone` for items that are read while they are written, so that their failure does not affect others. */
export function weightOf(things: AnySequence<unknown>, alone: number): number {
  return Math.max(things.length, 'pages' in things ? alone : 0);
}

interface Waiting<T> {
  readonly item: T;
  readonly weight: number;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Collects items that arrive at about the same time into batches, so that many small writes need few commits. */
export class MicroBatchQueue<T> {
  private waiting: Waiting<T>[] = [];
  private readonly running = new Set<Promise<void>>();
  private startedMs = 0;

  constructor(
    private readonly apply: (items: readonly T[]) => Promise<void>,
    private readonly limits: MicroBatchLimits,
  ) {}

  /**
   * Resolves when the batch with this item has been applied.
   *
   * @throws AppError `unavailable` when too many items wait; errors of `apply`
   */
  add(item: T, weight: number): Promise<void> {
    if (this.waiting.length >= this.limits.lengthMax) {
      return Promise.reject(new AppError('unavailable', 'Too many writes are waiting for the index'));
    }
    return new Promise((done, failed) => {
      this.waiting.push({ item, weight, done, failed });
      if (this.running.size < this.limits.batchesMax) this.start();
    });
  }

  /** Resolves when the queue is empty. */
  async drain(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private start(): void {
    const run = this.run(() => this.running.delete(run));
    this.running.add(run);
  }

  /** @param ended called in the same turn as the last check of the queue, so that items added later start a new run */
  private async run(ended: () => void): Promise<void> {
    while (this.waiting.length > 0) {
      await this.untilDue();
      const batch = this.takeBatch();
      if (batch.length === 0) break;
      this.startedMs = performance.now();
      await this.applyNext(batch);
    }
    ended();
  }

  private async untilDue(): Promise<void> {
    const leftMs = () => this.limits.intervalMs() - (performance.now() - this.startedMs);
    const firstMs = Math.max(this.limits.gatherMs, Math.min(leftMs(), STEP_MS));
    // Items added in the same turn always share a batch.
    await (firstMs > 0 ? sleep(firstMs) : Promise.resolve());
    for (let waitMs = leftMs(); waitMs > 0; waitMs = leftMs()) await sleep(Math.min(waitMs, STEP_MS));
  }

  private takeBatch(): Waiting<T>[] {
    let weight = 0;
    const end = this.waiting.findIndex((next, i) => (weight += next.weight) > this.limits.weightMax && i > 0);
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end);
  }

  private async applyNext(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.apply(batch.map(({ item }) => item));
      for (const { done } of batch) done();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }
}
