import type { IndexKind } from '@lectern/contracts/knowledge-box';
import { timedEntries } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

/** Longer than a search that met the files of before, and its report, may take. */
const RECENT_MS = 15_000;
const DROPS_MAX = 10_000;

/** What this process dropped lately: damage that is reported of it now was found before. */
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
