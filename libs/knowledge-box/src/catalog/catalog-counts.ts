import { createHash } from 'node:crypto';
import { Transactions } from '@lectern/database';
import {
  type BoxState,
  type CatalogConditions,
  type CatalogPage,
  CatalogRepository,
  type CountedPrefix,
  type LabelCount,
} from '@lectern/knowledge-box-rows';
import { timedEntries } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

/** Children of all facets of a request together, and paths of a count. */
export const LABELS_MAX = 10_000;
const KEPT_MAX = 200;
/** Labels of all counts that are kept: some 25 MB. */
const KEPT_LABELS_MAX = 200_000;
const KEPT_MS = 600_000;

/** How many resources match, and how many of them carry each label. */
export interface CatalogCount {
  readonly total: number;
  readonly labels: readonly LabelCount[];
}

interface KeptCount extends CatalogCount {
  readonly state: BoxState;
}

/**
 * Counts resources. A count is kept, and used as long as no change of a resource of the box was committed since: the
 * database says so, which takes less than a millisecond, so what is counted is always what is stored.
 */
@Injectable()
export class CatalogCounts {
  private readonly kept = timedEntries<KeptCount>(KEPT_MAX, KEPT_MS, {
    max: KEPT_LABELS_MAX,
    of: ({ labels }) => labels.length + 1,
  });

  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogRepository,
  ) {}

  async of(conditions: CatalogConditions, prefixes: readonly CountedPrefix[]): Promise<CatalogCount> {
    const kept = this.kept.get(keyOf(conditions, prefixes));
    return kept && (await this.isCurrent(conditions.kbid, kept)) ? kept : this.counted(conditions, prefixes);
  }

  /** The same with the ids of a page: in one statement, where the count is kept. */
  async withPage(
    conditions: CatalogConditions,
    prefixes: readonly CountedPrefix[],
    page: CatalogPage,
  ): Promise<CatalogCount & { readonly ids: readonly string[] }> {
    const kept = this.kept.get(keyOf(conditions, prefixes));
    if (!kept) {
      const list = this.transactions.read((tx) => this.catalog.listIds(conditions, page, tx));
      const [ids, counted] = await Promise.all([list, this.counted(conditions, prefixes)]);
      return { ...counted, ids };
    }
    const { ids, isUnchanged } = await this.transactions.read((tx) =>
      this.catalog.listIdsSince({ page, since: kept.state }, conditions, tx),
    );
    return { ...(isUnchanged ? kept : await this.counted(conditions, prefixes)), ids };
  }

  private isCurrent(kbid: string, { state }: KeptCount): Promise<boolean> {
    return this.transactions.read((tx) => this.catalog.isUnchangedSince(kbid, state, tx));
  }

  private async counted(conditions: CatalogConditions, prefixes: readonly CountedPrefix[]): Promise<CatalogCount> {
    const counted = await this.count(conditions, prefixes);
    this.kept.set(keyOf(conditions, prefixes), counted);
    return counted;
  }

  /** In one snapshot, so that the state is that of what was counted. */
  private count(conditions: CatalogConditions, prefixes: readonly CountedPrefix[]): Promise<KeptCount> {
    return this.transactions.run(
      async (tx) => ({
        state: await this.catalog.state(tx),
        total: await this.catalog.count(conditions, tx),
        labels:
          prefixes.length === 0 ? [] : await this.catalog.countLabels(conditions, { prefixes, limit: LABELS_MAX }, tx),
      }),
      'REPEATABLE READ',
    );
  }
}

function keyOf(conditions: CatalogConditions, prefixes: readonly CountedPrefix[]): string {
  return createHash('sha256')
    .update(JSON.stringify([conditions, prefixes]))
    .digest('base64');
}
