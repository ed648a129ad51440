import { createHash } from 'node:crypto';
import { Transactions } from '@lectern/database';
import {
  type BoxState,
  type CatalogConditions,
  type CatalogPage,
  CatalogRepository,
  type CountedPrefix,
  type LabelCount,
} from './catalog.repository';
import { timedEntries } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

/** Labels per request: the children of all facets together. */
export const LABELS_MAX = 10_000;
const KEPT_MAX = 200;
/** Labels of all cached counts: about 25 MB. */
const KEPT_LABELS_MAX = 200_000;
const KEPT_MS = 600_000;

/** The number of matching resources, in total and per label. */
export interface CatalogCount {
  readonly total: number;
  readonly labels: readonly LabelCount[];
}

interface KeptCount extends CatalogCount {
  readonly state: BoxState;
}

/**
 * Counts resources. A count is cached and reused until a change to a resource of the box is committed. The database
 * confirms this in less than a millisecond, so counts always match the stored data.
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
    const kept = this.kept.get(countKey(conditions, prefixes));
    return kept && (await this.isCurrent(conditions.kbid, kept)) ? kept : this.counted(conditions, prefixes);
  }

  /** Also reads the ids of a page; in one statement if the count is cached. */
  async withPage(
    conditions: CatalogConditions,
    prefixes: readonly CountedPrefix[],
    page: CatalogPage,
  ): Promise<CatalogCount & { readonly ids: readonly string[] }> {
    const kept = this.kept.get(countKey(conditions, prefixes));
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
    this.kept.set(countKey(conditions, prefixes), counted);
    return counted;
  }

  /** In one snapshot, so that the state matches the count. */
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

function countKey(conditions: CatalogConditions, prefixes: readonly CountedPrefix[]): string {
  return createHash('sha256')
    .update(JSON.stringify([conditions, prefixes]))
    .digest('base64');
}
