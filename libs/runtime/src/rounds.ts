import { Logger } from '@nestjs/common';

export interface RoundsOptions {
  /** Context in the log. */
  readonly name: string;
  /** Consequence of a failed round, for the log: `Activity waits on disk`. */
  readonly failure: string;
}

/**
 * Repeats work of this process, one round at a time. A failure is logged once until a round succeeds again. Work that
 * other processes must not do at the same time, or that must not be lost, is a task, not a round.
 */
export class Rounds {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isFailing = false;
  private isStopped = false;

  /** @param work throws errors that should be logged */
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

  /** Schedules no more rounds. Settles when the last one has ended. */
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
