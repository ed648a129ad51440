import { AppError } from '@lectern/contracts/core';

/** Lets so many run at once, and so many wait, first come first served. */
export class ModelSlots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limits: { readonly runningMax: number; readonly waitingMax: number }) {}

  /** @throws AppError `rate_limited` when too many wait, `cancelled` */
  async use<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** The same for a stream, which keeps its slot until it ends or its reader leaves. */
  async *stream<T>(signal: AbortSignal | undefined, work: () => AsyncIterable<T>): AsyncGenerator<T> {
    await this.enter(signal);
    try {
      yield* work();
    } finally {
      this.leave();
    }
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }

  private async enter(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    if (this.running < this.limits.runningMax) {
      this.running++;
      return;
    }
    if (this.waiting.length >= this.limits.waitingMax)
      throw new AppError('rate_limited', 'Too much is waiting already');
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(new AppError('cancelled', 'Cancelled'));
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      this.waiting.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
