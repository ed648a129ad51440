import { Bus } from '@lectern/bus';
import { reportAct, type ReportedAct, reportActs } from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { Runs } from '@lectern/database';
import { Injectable } from '@nestjs/common';

const AT_ONCE = 4;

/** Sends acts to the audit log. */
@Injectable()
export class ActReport {
  constructor(private readonly bus: Bus) {}

  @Runs(reportAct, { concurrency: AT_ONCE })
  async run(act: ReportedAct): Promise<void> {
    await this.bus.request(reportActs, { body: { acts: [act] } }, { principal: systemPrincipal });
  }
}
