import type { Visibility } from '@lectern/contracts/core';
import type { ProcessingBacklog, ProcessingBacklogs } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { WaitingResourceRepository } from '@lectern/resource-store';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { FallingCount } from './falling-count';

const ENTRIES_MAX = 10_000;
/** Counting 200,000 pending resources takes about 0.1 s. */
const TTL_MS = 1_000;

interface Counts {
  readonly words: FallingCount;
  readonly meaning: FallingCount;
}

/**
 * Counts the parts of a knowledge box that are not searchable yet, at most once per second for all callers with the
 * same visibility.
 */
@Injectable()
export class BacklogCounts {
  private readonly backlogs = new Cache<ProcessingBacklogs>({
    name: 'backlogs',
    entriesMax: ENTRIES_MAX,
    ttlMs: TTL_MS,
  });

  private readonly counts = new LRUCache<string, Counts>({
    max: ENTRIES_MAX,
    memoMethod: () => ({ words: new FallingCount(), meaning: new FallingCount() }),
  });

  constructor(
    private readonly transactions: Transactions,
    private readonly resources: WaitingResourceRepository,
  ) {}

  async of(kbid: string, visibility: Visibility): Promise<ProcessingBacklogs> {
    const key = `${kbid} ${JSON.stringify(visibility)}`;
    return this.backlogs.get(key, () => this.count(kbid, visibility, this.counts.memo(key)));
  }

  private async count(kbid: string, visibility: Visibility, counts: Counts): Promise<ProcessingBacklogs> {
    const { words, meaning } = await this.transactions.read((tx) => this.resources.count(kbid, visibility, tx));
    const nowMs = performance.now();
    return {
      words: backlogOf(words, counts.words.see(words, nowMs)),
      meaning: backlogOf(meaning, counts.meaning.see(meaning, nowMs)),
    };
  }
}

function backlogOf(waiting: number, rate: number | undefined): ProcessingBacklog {
  if (waiting === 0) return { waiting, rate: rate ?? null, eta_s: 0 };
  return { waiting, rate: rate ?? null, eta_s: rate === undefined ? null : Math.ceil(waiting / rate) };
}
