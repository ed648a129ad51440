import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { type FillingRun, IndexRunRepository } from '@lectern/knowledge-box-rows';
import { Readiness, timedEntries } from '@lectern/runtime';
import { Injectable, Optional } from '@nestjs/common';

const BOXES_NAMED = 10;
/** A small box is filled again before anybody asks: it is named for so long at least. */
const NAMED_MS_MIN = 10_000;

/** Says in the readiness of the process which boxes are being filled again. */
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

  /** Names a box that is to be filled again. */
  noteHealing(kbid: string): void {
    this.healed.set(kbid, true);
    this.recheck();
  }

  /** Has it said at once what has changed. */
  recheck(): void {
    this.readiness?.recheck('indexes');
  }

  /** @throws AppError `unavailable` naming the boxes that do not hold everything, or did not a moment ago */
  async check(): Promise<void> {
    // Without the database what was known last counts; that it is away is said by its own check.
    const reading = this.transactions.read((tx) => this.runs.listFilling(BOXES_NAMED + 1, tx));
    const filling = await reading.catch(() => this.filling);
    this.filling = filling;
    const healed = [...this.healed.keys()].filter((kbid) => filling.every((run) => run.kbid !== kbid));
    if (filling.length + healed.length > 0) throw new AppError('unavailable', describeFilling(filling, healed));
  }
}

/** `knowledge boxes …: ID (filled again, 3 of 12 resources)`, ten of them at most, and those that are whole again. */
export function describeFilling(runs: readonly FillingRun[], healed: readonly string[] = []): string {
  const filling = runs.slice(0, BOXES_NAMED).map(({ kbid, state, resourcesDone: done, resourcesTotal: total }) => {
    return `${kbid} (${state === 'failed' ? 'refill failed' : 'filled again'}, ${done} of ${total} resources)`;
  });
  const named = [...filling, ...healed.map((kbid) => `${kbid} (whole again)`)];
  const more = runs.length > BOXES_NAMED ? ' and more' : '';
  return `knowledge boxes with damaged or incomplete indexes: ${named.join(', ')}${more}`;
}
