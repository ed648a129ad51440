import type { IndexCounts } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { IndexDifferenceRepository } from './index-difference.repository';
import { Injectable } from '@nestjs/common';
import { IndexCensus } from './index-census';
import { IndexComparison } from './index-comparison';
import { isSameEntry } from './index-entry';
import { type BoxIndex, indexName } from './index-scroll';
import { IndexTruthRepository } from './index-truth.repository';

const RESOURCES_PER_PAGE = 500;

interface ResourcePage {
  readonly rids: readonly string[];
  readonly exist: boolean;
}

/** Receives the number of resources compared since the last call. */
type ReportProgress = (compared: number) => Promise<void>;

/**
 * Finds differences between an index and the database while both are written. Each difference is checked again with a
 * later census: it counts when the database is unchanged and no put was pending in between.
 */
@Injectable()
export class IndexVerifier {
  constructor(
    private readonly transactions: Transactions,
    private readonly truth: IndexTruthRepository,
    private readonly census: IndexCensus,
    private readonly comparison: IndexComparison,
    private readonly differences: IndexDifferenceRepository,
  ) {}

  async verify(index: BoxIndex, signal: AbortSignal, report: ReportProgress): Promise<IndexCounts> {
    const { kbid } = index;
    const name = indexName(index);
    try {
      const damage = await this.census.take(index, signal);
      const held = await this.census.count(kbid);
      const expected = await this.findDifferences(index, signal, report);
      await this.confirm(index, signal);
      const differences = await this.transactions.read((tx) => this.differences.count(kbid, name, tx));
      return { index: name, expected, held, differences, damage: damage ?? null };
    } finally {
      await this.census.clear(kbid);
    }
  }

  private async findDifferences(
    index: BoxIndex,
    signal: AbortSignal,
    report: ReportProgress,
  ): Promise<IndexCounts['expected']> {
    let resources = 0;
    let paragraphs = 0;
    for await (const { rids, exist } of this.pages(index.kbid, signal)) {
      const { expected, differences } = await this.comparison.compare(index, rids, signal);
      await this.transactions.single((tx) => this.differences.insert(differences, tx));
      resources += expected.resources;
      paragraphs += expected.paragraphs;
      if (exist) await report(rids.length);
    }
    return { resources, paragraphs };
  }

  /** All resources, then those that only the index has. */
  private async *pages(kbid: string, signal: AbortSignal): AsyncGenerator<ResourcePage> {
    for (const exist of [true, false]) {
      for (let after: string | undefined = ''; after !== undefined;) {
        signal.throwIfAborted();
        const rids: readonly string[] = await this.list(kbid, { exist, after });
        if (rids.length > 0) yield { rids, exist };
        after = rids.at(-1);
      }
    }
  }

  private list(kbid: string, { exist, after }: { readonly exist: boolean; readonly after: string }) {
    const page = { after, limit: RESOURCES_PER_PAGE };
    return exist
      ? this.transactions.read((tx) => this.truth.listIds(kbid, page, tx))
      : this.census.listUnknown(kbid, page);
  }

  private async confirm(index: BoxIndex, signal: AbortSignal): Promise<void> {
    const { kbid } = index;
    const name = indexName(index);
    if ((await this.transactions.read((tx) => this.differences.count(kbid, name, tx))) === 0) return;
    await this.census.take(index, signal);
    for (let after: string | undefined = '0'; after !== undefined;) {
      signal.throwIfAborted();
      after = await this.confirmPage(index, after, signal);
    }
  }

  /** @returns the last resource checked; undefined when there are no more */
  private async confirmPage(index: BoxIndex, after: string, signal: AbortSignal): Promise<string | undefined> {
    const of = { kbid: index.kbid, index: indexName(index) };
    const found = await this.transactions.read((tx) =>
      this.differences.list(of, { after, limit: RESOURCES_PER_PAGE }, tx),
    );
    const rids = found.map(({ rid }) => rid);
    const { differences } = await this.comparison.compare(index, rids, signal);
    const still = new Map(differences.map((difference) => [difference.rid, difference]));
    const passed = found.filter(({ rid, expected }) => {
      const now = still.get(rid);
      return !now || !isSameEntry(now.expected, expected);
    });
    const ids = passed.map(({ id }) => id);
    await this.transactions.single((tx) => this.differences.delete(ids, tx));
    return found.at(-1)?.id;
  }
}
