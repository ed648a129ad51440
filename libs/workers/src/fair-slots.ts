import { AppError } from '@lectern/contracts/core';
import { FairQueue, type Waiting } from './fair-queue';

interface Entry extends Waiting {
  readonly begin: () => void;
}

/** Limits of running and waiting work, and the message when too many wait. */
export interface SlotLimits {
  readonly runningMax: number;
  /** Of one owner half of them may wait. */
  readonly waitingMax: number;
  readonly busy: string;
}

/** Semaphore with a bounded queue, fair between owners. */
export class FairSlots {
  private running = 0;
  private readonly waiting = new FairQueue<Entry>();

  constructor(private readonly limits: SlotLimits) {}

  /** @throws AppError `rate_limited` when too many wait, `cancelled` */
  async use<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(owner, signal);
    const since = performance.now();
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.used(owner, performance.now() - since);
      this.beginNext();
    }
  }

  private enter(owner: string, signal?: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      if (this.isFull(owner)) return reject(new AppError('rate_limited', this.limits.busy));
      const leave = () => {
        this.waiting.remove(entry);
        reject(cancelled());
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const entry: Entry = { owner, rank: 0, sizeBytes: 0, begin };
      this.waiting.add(entry);
      signal?.addEventListener('abort', leave, { once: true });
      this.beginNext();
    });
  }

  private isFull(owner: string): boolean {
    const { runningMax, waitingMax } = this.limits;
    if (this.running < runningMax) return false;
    return this.waiting.length >= waitingMax || this.waiting.lengthOf(owner) >= Math.max(1, waitingMax / 2);
  }

  private beginNext(): void {
    while (this.running < this.limits.runningMax) {
      const next = this.waiting.take();
      if (!next) return;
      this.running += 1;
      next.begin();
    }
  }
}

function cancelled(): AppError {
  return new AppError('cancelled', 'Cancelled');
}
