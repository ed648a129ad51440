import type { IndexCounts } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { IndexDifferenceRepository } from './index-difference.repository';
import { type IndexRunEntity } from './index-run.entity';
import { Injectable } from '@nestjs/common';
import { IndexRunJournal } from './index-run-journal';
import { IndexScroll } from './index-scroll';
import { IndexVerifier } from './index-verifier';
import { smoothedRate } from './progress';

/** Compares the indexes of a knowledge box with the database, from the beginning each time. */
@Injectable()
export class VerifyRun {
  constructor(
    private readonly journal: IndexRunJournal,
    private readonly scroll: IndexScroll,
    private readonly verifier: IndexVerifier,
    private readonly differences: IndexDifferenceRepository,
    private readonly transactions: Transactions,
  ) {}

  async goOn(begun: IndexRunEntity, signal: AbortSignal): Promise<void> {
    const { kbid } = begun;
    await this.transactions.single((tx) => this.differences.clear(kbid, tx));
    const indexes = await this.scroll.indexesOf(kbid);
    let run = await this.journal.note(begun, { resourcesDone: 0 });
    let compared = 0;
    let lastMs = performance.now();
    // A resource counts as done when it has been compared in each index.
    const report = async (resources: number) => {
      const nowMs = performance.now();
      const resourcesPerS = smoothedRate(run.resourcesPerS, resources / indexes.length, nowMs - lastMs);
      compared += resources;
      lastMs = nowMs;
      run = await this.journal.note(run, { resourcesDone: Math.floor(compared / indexes.length), resourcesPerS });
    };
    const counts: IndexCounts[] = [];
    for (const index of indexes) counts.push(await this.verifier.verify(index, signal, report));
    const differences = counts.reduce((sum, { differences }) => sum + differences, 0);
    await this.journal.note(run, { state: 'done', indexes: counts, differences, error: null, ended: new Date() });
  }
}
