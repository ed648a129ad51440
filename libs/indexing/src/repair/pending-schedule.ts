import { repairWaitingResources } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable, Logger } from '@nestjs/common';
import { BlockedRelease } from './blocked-release';
import { ExpiredWork } from './expired-work';
import { GivenUpPuts } from './given-up-puts';
import { PendingCheck } from './pending-check';

/** Checks once a minute for work that would never end: its task is gone, or the reason to wait is over. */
@Injectable()
export class PendingSchedule {
  private readonly logger = new Logger(PendingSchedule.name);

  constructor(
    private readonly check: PendingCheck,
    private readonly puts: GivenUpPuts,
    private readonly expired: ExpiredWork,
    private readonly blocked: BlockedRelease,
  ) {}

  @Runs(repairWaitingResources)
  async run(_: object, { signal, alive }: TaskRun): Promise<void> {
    const repaired = await this.check.run(signal);
    if (repaired > 0) this.logger.warn(`${repaired} resources were pending without a task, and have one again`);
    alive();
    const unput = await this.puts.run(signal);
    if (unput > 0) this.logger.warn(`${unput} resources were processed and not put into the index`);
    alive();
    const expired = await this.expired.run(new Date(), signal);
    if (expired > 0) this.logger.warn(`${expired} fields waited too long to be processed`);
    alive();
    const released = await this.blocked.run(signal);
    if (released > 0)
      this.logger.log(`${released} knowledge boxes are not blocked any more: their content is processed`);
  }
}
