import { Transactions } from '@lectern/database';
import type { HeldResource } from './index-run.entity';
import { Injectable } from '@nestjs/common';
import { IndexWriter } from '../puts/index-writer';
import { IndexRefresher } from './index-refresher';
import { type BoxIndex, IndexScroll } from './index-scroll';
import { IndexTruthRepository } from './index-truth.repository';

/** Removes resources from an index that the database does not have. */
@Injectable()
export class IndexSweeper {
  constructor(
    private readonly transactions: Transactions,
    private readonly truth: IndexTruthRepository,
    private readonly scroll: IndexScroll,
    private readonly indexes: IndexWriter,
    private readonly refresher: IndexRefresher,
  ) {}

  /** @returns number of nonexistent resources that were removed from the indexes of a box */
  async sweepAll(kbid: string, signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (const index of await this.scroll.indexesOf(kbid))
      for await (const page of this.scroll.pages(index, signal)) removed += await this.sweepPage(index, page);
    return removed;
  }

  private async sweepPage({ kbid, vectorset }: BoxIndex, page: readonly HeldResource[]): Promise<number> {
    const rids = page.map(({ rid }) => rid);
    // Read after the index, which gets a resource after its commit: a resource that is missing here has been deleted.
    const expected = await this.transactions.read((tx) => this.truth.expected({ kbid, rids }, vectorset?.id, tx));
    const unknown = page.filter(({ rid }) => !expected.has(rid));
    if (unknown.length > 0) await this.indexes.deleteMany(kbid, unknown);
    const ahead = page.filter(({ rid, version }) => version > (expected.get(rid)?.version ?? version));
    if (ahead.length > 0) await this.refresher.overtake(kbid, ahead);
    const surplus = page.filter(({ rid, paragraphs }) => paragraphs > 0 && expected.get(rid)?.paragraphs === 0);
    const ofSurplus = { kbid, rids: surplus.map(({ rid }) => rid) };
    if (surplus.length > 0) await this.refresher.refresh(ofSurplus, { emptied: vectorset });
    return unknown.length;
  }
}
