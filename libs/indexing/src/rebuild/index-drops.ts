import type { IndexKind } from '@lectern/contracts/knowledge-box';
import { timedEntries } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

/** Longer than a search on the old files, including its report, may take. */
const RECENT_MS = 15_000;
const DROPS_MAX = 10_000;

/** Recent drops by this process: damage that is reported for these indexes now was found before. */
@Injectable()
export class IndexDrops {
  private readonly drops = timedEntries<true>(DROPS_MAX, RECENT_MS);

  note(kbid: string, indexes: readonly IndexKind[]): void {
    for (const index of indexes) this.drops.set(`${kbid} ${index}`, true);
  }

  isRecent(kbid: string, index: IndexKind): boolean {
    return this.drops.has(`${kbid} ${index}`);
  }
}
