import { Logger } from '@nestjs/common';

const EVERY_MS = 60_000;
/** Steps of a run; the next run continues. */
const STEPS_MAX = 1_000;

/** Removes expired rows once a minute. Several processes may do it at once. */
export class Sweep {
  private readonly logger = new Logger('Sweep');
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  /** @param removeSome a step, which answers how many it removed: none when there are no more */
  constructor(
    private readonly what: string,
    private readonly removeSome: (now: Date) => Promise<number>,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.tryToRun(), EVERY_MS).unref();
  }

  stop(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /** @returns how many were removed @throws AppError `unavailable` */
  async run(now: Date): Promise<number> {
    let removed = 0;
    for (let step = 0; step < STEPS_MAX && !this.isStopping; step += 1) {
      const count = await this.removeSome(now);
      if (count === 0) break;
      removed += count;
    }
    return removed;
  }

  private async tryToRun(): Promise<void> {
    try {
      await this.run(new Date());
    } catch (error) {
      this.logger.warn(`Expired ${this.what} are kept for now: ${String(error)}`);
    }
  }
}
