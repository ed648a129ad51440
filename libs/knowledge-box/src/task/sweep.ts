import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

const EVERY_MS = 60_000;
/** A run ends after so many; the next one goes on. */
const STEPS_MAX = 1_000;

/** Removes what has expired, once a minute. Several processes may do it at once. */
export abstract class Sweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  /** One step. @returns how many were removed; none when there are no more */
  protected abstract removeSome(now: Date): Promise<number>;

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tryToSweep(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /** @returns how many were removed @throws AppError `unavailable` */
  async sweep(now: Date): Promise<number> {
    let removed = 0;
    for (let step = 0; step < STEPS_MAX && !this.isStopping; step += 1) {
      const count = await this.removeSome(now);
      if (count === 0) break;
      removed += count;
    }
    return removed;
  }

  private async tryToSweep(): Promise<void> {
    try {
      await this.sweep(new Date());
    } catch (error) {
      this.logger.warn(`What has expired is kept for now: ${String(error)}`);
    }
  }
}
