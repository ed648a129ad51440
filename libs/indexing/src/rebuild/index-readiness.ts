import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { type FillingRun, IndexRunRepository } from './index-run.repository';
import { Readiness, timedEntries } from '@lectern/runtime';
import { Injectable, Optional } from '@nestjs/common';

const BOXES_NAMED = 10;
/** A small box is refilled before anybody checks, so it is reported for at least this long. */
const NAMED_MS_MIN = 10_000;

/** Reports boxes that are being refilled in the readiness of the process. */
@Injectable()
export class IndexReadiness {
  private readonly readiness: Readiness | undefined;
  private filling: readonly FillingRun[] = [];
  private readonly healed = timedEntries<true>(BOXES_NAMED, NAMED_MS_MIN);

  constructor(
    private readonly transactions: Transactions,
    private readonly runs: IndexRunRepository,
    @Optional() readiness?: Readiness,
  ) {
    this.readiness = readiness;
    readiness?.register('indexes', () => this.check(), { otherwise: 'degraded' });
  }

  /** Adds a box that will be refilled. */
  noteHealing(kbid: string): void {
    this.healed.set(kbid, true);
    this.recheck();
  }

  /** Publishes changes at once. */
  recheck(): void {
    this.readiness?.recheck('indexes');
  }

  /** @throws AppError `unavailable` naming the boxes that are incomplete, or were recently */
  async check(): Promise<void> {
    // Without the database the last known state is used; another check reports the database.
    const reading = this.transactions.read((tx) => this.runs.listFilling(BOXES_NAMED + 1, tx));
    const filling = await reading.catch(() => this.filling);
    this.filling = filling;
    const healed = [...this.healed.keys()].filter((kbid) => filling.every((run) => run.kbid !== kbid));
    if (filling.length + healed.length > 0) throw new AppError('unavailable', describeFilling(filling, healed));
  }
}

/** `knowledge boxes …: ID (filled again, 3 of 12 resources)`, at most ten, including recently completed ones. */
export function describeFilling(runs: readonly FillingRun[], healed: readonly string[] = []): string {
  const filling = runs.slice(0, BOXES_NAMED).map(({ kbid, state, resourcesDone: done, resourcesTotal: total }) => {
    return `${kbid} (${state === 'failed' ? 'refill failed' : 'filled again'}, ${done} of ${total} resources)`;
  });
  const named = [...filling, ...healed.map((kbid) => `${kbid} (whole again)`)];
  const more = runs.length > BOXES_NAMED ? ' and more' : '';
  return `knowledge boxes with damaged or incomplete indexes: ${named.join(', ')}${more}`;
}
