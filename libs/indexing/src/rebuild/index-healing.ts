import type { IndexDamage } from '@lectern/contracts/knowledge-box';
import { Metrics } from '@lectern/runtime';
import { Injectable, Logger, Optional } from '@nestjs/common';
import { IndexDrops } from './index-drops';
import { IndexInspection } from './index-inspection';
import { IndexRunJournal } from './index-run-journal';

/** Has damaged or lost indexes dropped and filled again from the database. */
@Injectable()
export class IndexHealing {
  private readonly logger = new Logger('Indexes');
  private readonly healings: ReturnType<typeof healingsOf> | undefined;

  constructor(
    private readonly inspection: IndexInspection,
    private readonly drops: IndexDrops,
    private readonly journal: IndexRunJournal,
    @Optional() metrics?: Metrics,
  ) {
    this.healings = metrics && healingsOf(metrics);
  }

  /** @returns whether this starts a refill */
  async heal({ kbid, index, reason, absent }: IndexDamage): Promise<boolean> {
    const wasDropped = () => this.drops.isRecent(kbid, index);
    if (wasDropped()) return false;
    if (absent && !(await this.inspection.isLost(kbid, index))) return false;
    if (!(await this.journal.heal(kbid, index, wasDropped))) return false;
    this.healings?.inc({ index });
    this.logger.warn(`The ${index} of ${kbid} are dropped and filled again from the database: ${reason}`);
    return true;
  }
}

function healingsOf(metrics: Metrics) {
  return metrics.counter({
    name: 'index_healings_total',
    help: 'Indexes of knowledge boxes that were damaged or missing, and that are dropped and filled again',
    labels: ['index'],
  });
}
