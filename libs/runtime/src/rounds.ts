import { Logger } from '@nestjs/common';

export interface RoundsOptions {
  /** Of the log. */
  readonly name: string;
  /** What it means that a round fails, for the log: `Activity waits on disk`. */
  readonly failure: string;
}

/**
 * Does something of this process again and again: one round at a time, and a failure is logged once until a round
 * succeeds again. What others must not do at the same time, or what must not be lost, is a task, not a round.
 */
export class Rounds {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isFailing = false;
  private isStopped = false;

  /** @param work fails when it is to be logged */
  constructor(
    private readonly work: () => unknown,
    private readonly options: RoundsOptions,
  ) {
    this.logger = new Logger(options.name);
  }

  start(everyMs: number): void {
    this.timer ??= setInterval(() => void this.run(), everyMs).unref();
  }

  /** Begins a round, unless one is under way. Settles when it has ended. Never fails. */
  run(): Promise<void> {
    return (this.round ??= this.once().finally(() => (this.round = undefined)));
  }

  /** No more rounds begin by themselves. Settles when the last one has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.round;
  }

  private async once(): Promise<void> {
    try {
      await this.work();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing && !this.isStopped) this.logger.warn(`${this.options.failure}: ${String(error)}`);
      this.isFailing = true;
    }
  }
}
