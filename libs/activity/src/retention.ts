import type { Transactions } from '@lectern/database';
import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const EVERY_MS = 60 * 60_000;
/** A run ends after so many steps; the next one goes on. */
const STEPS_MAX = 5_000;

/** Forgets what is kept for some days only, once an hour and in steps. Several processes may do it together. */
export class Retention {
  private readonly logger = new Logger('Retention');
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  /** @param what is kept, for the log; plural */
  constructor(
    private readonly what: string,
    private readonly transactions: Transactions,
  ) {}

  /** @param prune what is done once an hour */
  start(prune: (now: Date) => Promise<unknown>): void {
    const run = () =>
      prune(new Date()).catch((error: unknown) => {
        this.logger.warn(`Old ${this.what} are kept for now: ${String(error)}`);
      });
    this.timer = setInterval(() => void run(), EVERY_MS).unref();
  }

  stop(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /**
   * Repeats a step, each in its own transaction, until it removes nothing.
   *
   * @returns how many were removed @throws AppError `unavailable`; the signal's reason
   */
  async inSteps(step: (tx: EntityManager) => Promise<number>, signal?: AbortSignal): Promise<number> {
    let total = 0;
    for (let steps = 0; steps < STEPS_MAX && !this.isStopping; steps += 1) {
      signal?.throwIfAborted();
      const count = await this.transactions.single(step);
      total += count;
      if (count === 0) break;
    }
    return total;
  }
}
