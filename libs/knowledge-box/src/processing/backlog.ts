import type { ProcessingBacklog, ProcessingBacklogs, Visibility } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { WaitingResourceRepository } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';
import { FallingCount } from './falling-count';

const WATCHED_MAX = 10_000;
/** 200,000 resources that wait take about 0.1 s to count. */
const AGE_MS_MAX = 1_000;

interface Watched {
  readonly words: FallingCount;
  readonly meaning: FallingCount;
  last?: { readonly backlogs: Promise<ProcessingBacklogs>; readonly atMs: number };
}

/** How much of a knowledge box cannot be found yet: counted at most once a second, for all who see the same of it. */
@Injectable()
export class Backlog {
  private readonly watched = new QuickLRU<string, Watched>({ maxSize: WATCHED_MAX });

  constructor(
    private readonly transactions: Transactions,
    private readonly resources: WaitingResourceRepository,
  ) {}

  async of(kbid: string, visibility: Visibility): Promise<ProcessingBacklogs> {
    const key = `${kbid} ${JSON.stringify(visibility)}`;
    const watched = this.watched.get(key) ?? { words: new FallingCount(), meaning: new FallingCount() };
    this.watched.set(key, watched);
    const nowMs = performance.now();
    if (!watched.last || nowMs - watched.last.atMs > AGE_MS_MAX)
      watched.last = { backlogs: this.count(kbid, visibility, watched), atMs: nowMs };
    return watched.last.backlogs;
  }

  private async count(kbid: string, visibility: Visibility, watched: Watched): Promise<ProcessingBacklogs> {
    const { words, meaning } = await this.transactions.read((tx) => this.resources.count(kbid, visibility, tx));
    const nowMs = performance.now();
    return {
      words: backlogOf(words, watched.words.see(words, nowMs)),
      meaning: backlogOf(meaning, watched.meaning.see(meaning, nowMs)),
    };
  }
}

function backlogOf(waiting: number, rate: number | undefined): ProcessingBacklog {
  if (waiting === 0) return { waiting, rate: rate ?? null, eta_s: 0 };
  return { waiting, rate: rate ?? null, eta_s: rate === undefined ? null : Math.ceil(waiting / rate) };
}
