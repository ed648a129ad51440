import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { BlockedRelease } from './blocked-release';
import { ExpiredWork } from './expired-work';
import { GivenUpPuts } from './given-up-puts';
import { PendingCheck } from './pending-check';

const EVERY_MS = 60_000;
/** After the start, which has enough to do. */
const FIRST_MS = 5_000;

/** Looks once a minute for what waits for nothing: no task is left that would end it, or what it waited for is over. */
@Injectable()
export class PendingSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PendingSchedule.name);
  private readonly stopping = new AbortController();
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly check: PendingCheck,
    private readonly puts: GivenUpPuts,
    private readonly expired: ExpiredWork,
    private readonly blocked: BlockedRelease,
  ) {}

  onApplicationBootstrap(): void {
    this.looking = this.lookForEver();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.looking;
  }

  private async lookForEver(): Promise<void> {
    const { signal } = this.stopping;
    for (let pauseMs = FIRST_MS; !signal.aborted; pauseMs = EVERY_MS) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.look(signal);
    }
  }

  private async look(signal: AbortSignal): Promise<void> {
    try {
      const repaired = await this.check.run(signal);
      if (repaired > 0) this.logger.warn(`${repaired} resources were pending without a task, and have one again`);
      const unput = await this.puts.run(signal);
      const expired = await this.expired.run(new Date(), signal);
      const released = await this.blocked.run(signal);
      if (expired > 0) this.logger.warn(`${expired} fields waited too long to be processed`);
      if (unput > 0) this.logger.warn(`${unput} resources were processed and not put into the index`);
      if (released > 0)
        this.logger.log(`${released} knowledge boxes are not blocked any more: their content is processed`);
    } catch (error) {
      this.logger.warn(`Pending resources are checked later: ${String(error)}`);
    }
  }
}
