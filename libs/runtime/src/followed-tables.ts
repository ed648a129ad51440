import { LRUCache } from 'lru-cache';
import { cacheBuilds, cacheBytes, cacheReads } from './cache-metrics';

/** Size of an entry, even without a table. */
const EMPTY_BYTES = 1_000;

/** A table in memory that its source keeps up to date. */
export interface FollowedTable {
  readonly sizeBytes: number;
}

/** Result of an update. `stale`: the table is read again. `busy`: it is read again after a pause. */
export type Followed = 'current' | 'stale' | 'busy';

/** Where the table of one key comes from. */
export interface TableSource<T extends FollowedTable> {
  /** A larger table is not kept. */
  readonly sizeBytesMax: number;
  /** Reads everything; undefined if that is too much. A failure causes the same pause as `busy`. */
  readonly readAll: () => Promise<T | undefined>;
  /** Whether nothing was written since the last read. Without it, every request calls `readLater`. */
  readonly isCurrent?: (table: T) => Promise<boolean>;
  /** Adds later writes. @throws the error that the request should fail with; the table is kept */
  readonly readLater: (table: T) => Promise<Followed>;
}

export interface FollowedTablesOptions {
  /** Label of the metrics of caches. */
  readonly name: string;
  /** Limit of all tables together. */
  readonly sizeBytesMax: number;
  /** Number of requests that get no table before it is read. Default: 0. */
  readonly askedBefore?: number;
  /** Time after which a table is read again, even one that was too large. Default: never. */
  readonly keptMs?: number;
  /** Pause before a table is read again after a failure or `busy`. Default: until the next request. */
  readonly restMs?: number;
}

interface Entry<T> {
  table?: T;
  asked: number;
  rests: boolean;
  work?: Promise<void>;
}

/**
 * Tables computed from all rows of something, for example for completions. The first requests start reading the rows
 * and get nothing. Each later request gets the table with everything that was written before it began.
 */
export class FollowedTables<T extends FollowedTable> {
  private readonly kept: LRUCache<string, Entry<T>>;

  constructor(private readonly options: FollowedTablesOptions) {
    const { sizeBytesMax, keptMs } = options;
    this.kept = new LRUCache({
      maxSize: sizeBytesMax,
      sizeCalculation: ({ table }) => EMPTY_BYTES + (table?.sizeBytes ?? 0),
      ...(keptMs !== undefined && { ttl: keptMs }),
    });
  }

  /** The current table; undefined while it is not kept. @throws as `readLater` */
  async of(key: string, source: TableSource<T>): Promise<T | undefined> {
    const entry = this.kept.get(key) ?? this.added(key);
    const table = await this.current(key, { entry, source });
    cacheReads.inc({ cache: this.options.name, result: table ? 'hit' : 'miss' });
    return table;
  }

  private added(key: string): Entry<T> {
    const entry: Entry<T> = { asked: 0, rests: false };
    this.kept.set(key, entry);
    return entry;
  }

  private async current(key: string, { entry, source }: Asked<T>): Promise<T | undefined> {
    if (entry.rests) return undefined;
    if (!entry.table) {
      entry.asked += 1;
      if (entry.asked > (this.options.askedBefore ?? 0))
        void this.once(entry, () => this.begin(key, { entry, source }));
      return undefined;
    }
    // A read that began before this request may lack later writes.
    await entry.work?.catch(() => undefined);
    if (!entry.table || (await source.isCurrent?.(entry.table))) return entry.table;
    await this.once(entry, () => this.follow(key, { entry, source }));
    return entry.table;
  }

  private once(entry: Entry<T>, work: () => Promise<void>): Promise<void> {
    return (entry.work ??= work().finally(() => (entry.work = undefined)));
  }

  /** Never fails; if the table could not be read, a later request tries again. */
  private async begin(key: string, { entry, source }: Asked<T>): Promise<void> {
    const { name, keptMs } = this.options;
    try {
      const table = await source.readAll();
      cacheBuilds.inc({ cache: name, result: table ? 'kept' : 'too large' });
      entry.table = table;
      if (table) this.measure(key, entry);
      else this.rest(key, { entry, forMs: keptMs ?? Infinity });
    } catch {
      this.rest(key, { entry, forMs: this.options.restMs });
    }
  }

  private async follow(key: string, { entry, source }: Asked<T>): Promise<void> {
    const { table } = entry;
    if (!table) return;
    const { keptMs = Infinity, restMs } = this.options;
    const followed = await source.readLater(table);
    if (table.sizeBytes > source.sizeBytesMax) return this.rest(key, { entry, forMs: keptMs });
    if (followed === 'busy') return this.rest(key, { entry, forMs: restMs });
    if (followed === 'stale') entry.table = undefined;
    this.measure(key, entry);
  }

  private rest(key: string, { entry, forMs }: { readonly entry: Entry<T>; readonly forMs: number | undefined }): void {
    entry.table = undefined;
    entry.rests = forMs !== undefined;
    this.measure(key, entry, forMs);
  }

  /** Setting the entry again recomputes its size. */
  private measure(key: string, entry: Entry<T>, forMs = this.kept.getRemainingTTL(key)): void {
    if (this.kept.peek(key) !== entry) return;
    this.kept.delete(key);
    this.kept.set(key, entry, forMs < Infinity ? { ttl: forMs } : {});
    cacheBytes.set({ cache: this.options.name }, this.kept.calculatedSize);
  }
}

interface Asked<T extends FollowedTable> {
  readonly entry: Entry<T>;
  readonly source: TableSource<T>;
}
