import { AppError } from '@lectern/contracts/core';
import { Turns, type Waiting } from './turns';

interface Entry extends Waiting {
  readonly begin: () => void;
}

/** Lets so many run at once, and so many wait; owners take turns. */
export class FairSlots {
  private running = 0;
  private readonly waiting = new Turns<Entry>();

  constructor(private readonly limits: { readonly runningMax: number; readonly waitingMax: number }) {}

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
      if (this.running >= this.limits.runningMax && this.waiting.length >= this.limits.waitingMax)
        return reject(new AppError('rate_limited', 'Too many pictures wait to be read: try again later'));
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
  return new AppError('cancelled', 'The extraction was cancelled');
}
