import { DamagedIndexError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { IndexCensusRepository } from './index-census.repository';
import { type IndexEntry } from './index-run.entity';
import { Injectable } from '@nestjs/common';
import type { IdPage } from './index-truth.repository';
import { type BoxIndex, IndexScroll } from './index-scroll';

/** Records the reported content of an index in the database, where the two can be compared. */
@Injectable()
export class IndexCensus {
  constructor(
    private readonly transactions: Transactions,
    private readonly scroll: IndexScroll,
    private readonly census: IndexCensusRepository,
  ) {}

  /** Lists the current content of an index. @returns why it cannot be read; it is then treated as empty */
  async take(index: BoxIndex, signal: AbortSignal): Promise<string | undefined> {
    const { kbid } = index;
    await this.clear(kbid);
    try {
      await this.scroll.inspect(index, { whole: true });
      for await (const page of this.scroll.pages(index, signal)) {
        await this.transactions.single((tx) => this.census.add(kbid, page, tx));
      }
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      await this.clear(kbid);
      return error.message;
    }
    return undefined;
  }

  async clear(kbid: string): Promise<void> {
    await this.transactions.single((tx) => this.census.clear(kbid, tx));
  }

  async count(kbid: string): Promise<{ readonly resources: number; readonly paragraphs: number }> {
    return this.transactions.read((tx) => this.census.count(kbid, tx));
  }

  /** By resource. */
  async find(kbid: string, rids: readonly string[]): Promise<ReadonlyMap<string, IndexEntry>> {
    return this.transactions.read((tx) => this.census.find(kbid, rids, tx));
  }

  /** Resources that only the index has, by id. */
  async listUnknown(kbid: string, page: IdPage): Promise<readonly string[]> {
    return this.transactions.read((tx) => this.census.listUnknown(kbid, page, tx));
  }
}
