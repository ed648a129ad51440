import type { IndexKind } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';

/** Longer than a search that met the files of before, and its report, may take. */
const RECENT_MS = 15_000;
const DROPS_MAX = 10_000;

/** What this process dropped lately: what is told of it now was found before. */
@Injectable()
export class IndexDrops {
  private readonly drops = new QuickLRU<string, true>({ maxSize: DROPS_MAX, maxAge: RECENT_MS });

  note(kbid: string, indexes: readonly IndexKind[]): void {
    for (const index of indexes) this.drops.set(`${kbid} ${index}`, true);
  }

  isRecent(kbid: string, index: IndexKind): boolean {
    return this.drops.has(`${kbid} ${index}`);
  }
}
