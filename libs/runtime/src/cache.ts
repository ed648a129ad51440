import { LRUCache } from 'lru-cache';
import { cacheReads } from './cache-metrics';

/** When an expired value is used because a new one cannot be loaded. */
export interface StaleOptions {
  /** How long after its load began a value may still be used. */
  readonly forMs: number;
  /** Pause until the next attempt to load; the expired value is used until then. */
  readonly retryMs: number;
  /** Whether this failure allows an expired value. Other failures remove the value and reach the caller. */
  readonly on: (error: unknown) => boolean;
}

export interface CacheOptions<V> {
  /** Label of its metrics. */
  readonly name: string;
  /** The least recently used entries beyond this number are dropped. */
  readonly entriesMax: number;
  /** Lifetime of a value. Events invalidate it earlier, but an event may be lost. */
  readonly ttlMs: number;
  /** Lifetime of this value, if shorter; 0 or less when it must not be cached. */
  readonly lifetimeMs?: (value: V) => number;
  /** Without it, every failure to load reaches the caller. */
  readonly stale?: StaleOptions;
}

/** Loads a value. @param stale the previous value, which has expired */
export type CacheLoad<V> = (stale: V | undefined) => Promise<V>;

interface Entry<V> {
  readonly value: V;
  /** When its load began: what changed since then may not be in it. */
  readonly askedMs: number;
}

interface Fetch<V> {
  readonly stale: Entry<V> | undefined;
  readonly options: { ttl?: number };
  readonly signal: AbortSignal;
  readonly load: CacheLoad<V>;
}

/** Never 0, which `lru-cache` takes for "no start time". Read at each call, so that specs can set it. */
const clock = { now: () => 1 + performance.now() };

/** Limit of the total size of all entries. */
export interface SizeBound<V> {
  readonly max: number;
  /** At least 1. */
  readonly of: (value: V) => number;
}

/** Entries that are set instead of loaded, each for a limited time. An entry larger than the cache is not kept. */
export function timedEntries<V extends object | string | true>(
  entriesMax: number,
  ttlMs: number,
  size?: SizeBound<V>,
): LRUCache<string, V> {
  const bounded = size && { maxSize: size.max, sizeCalculation: size.of };
  return new LRUCache({ max: entriesMax, ttl: ttlMs, ttlResolution: 0, perf: clock, ...bounded });
}

/**
 * Keeps loaded values for a limited time. Concurrent reads of a key share one load. A value that is invalidated
 * during its load reaches its readers, but is not kept.
 */
export class Cache<V> {
  private readonly entries: LRUCache<string, Entry<V>, CacheLoad<V>>;
  private readonly loading = new Set<{ readonly key: string }>();

  constructor(private readonly options: CacheOptions<V>) {
    this.entries = new LRUCache<string, Entry<V>, CacheLoad<V>>({
      max: options.entriesMax,
      ttl: options.ttlMs,
      ttlResolution: 0,
      perf: clock,
      ignoreFetchAbort: true,
      fetchMethod: (key, stale, { options: fetchOptions, signal, context: load }) =>
        this.fetch(key, { stale, options: fetchOptions, signal, load }),
    });
  }

  /**
   * @param refresh loads even if the value has not expired
   * @throws errors of `load`
   */
  async get(key: string, load: CacheLoad<V>, { refresh = false } = {}): Promise<V> {
    const status: LRUCache.Status<Entry<V>> = {};
    const reading = this.entries.forceFetch(key, { context: load, forceRefresh: refresh, status });
    const result = status.fetch === 'hit' || status.fetch === 'inflight' ? 'hit' : 'miss';
    cacheReads.inc({ cache: this.options.name, result });
    return (await reading).value;
  }

  /** The value of any age, without loading. */
  peek(key: string): V | undefined {
    return this.entries.peek(key, { allowStale: true })?.value;
  }

  invalidate(key: string): void {
    this.entries.delete(key);
  }

  /** Invalidates matching values, and all values that are being loaded, because those cannot be matched yet. */
  invalidateWhere(matches: (value: V, key: string) => boolean): void {
    for (const { key } of this.loading) this.entries.delete(key);
    // Unlike the iterators, `dump` contains expired values, which may still be used.
    for (const [key, { value: entry }] of this.entries.dump()) {
      if (matches(entry.value, key)) this.entries.delete(key);
    }
  }

  private async fetch(key: string, fetch: Fetch<V>): Promise<Entry<V>> {
    const loading = { key };
    this.loading.add(loading);
    const askedMs = clock.now();
    try {
      const value = await fetch.load(fetch.stale?.value);
      const ttlMs = Math.min(this.options.ttlMs, this.lifetimeMs(value));
      fetch.options.ttl = ttlMs;
      // The library discards the result of a load whose key was deleted during the load.
      if (ttlMs <= 0 && !fetch.signal.aborted) this.entries.delete(key);
      return { value, askedMs };
    } catch (error) {
      return this.staleOrThrow(error, fetch);
    } finally {
      this.loading.delete(loading);
    }
  }

  private staleOrThrow(error: unknown, { stale: entry, options, signal }: Fetch<V>): Entry<V> {
    const { stale } = this.options;
    if (!stale || !entry || signal.aborted) throw error;
    const leftMs = Math.min(entry.askedMs + stale.forMs - clock.now(), this.lifetimeMs(entry.value));
    if (leftMs <= 0 || !stale.on(error)) throw error;
    options.ttl = Math.min(stale.retryMs, leftMs);
    return entry;
  }

  private lifetimeMs(value: V): number {
    return this.options.lifetimeMs?.(value) ?? Infinity;
  }
}
