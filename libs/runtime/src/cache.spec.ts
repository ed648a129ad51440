import { Cache, type CacheOptions, timedEntries } from './cache';
import { Metrics } from './metrics';

const ttlMs = 15_000;
const stale = { forMs: 60_000, retryMs: 1_000, on: (error: unknown) => error instanceof RangeError };
const away = async () => Promise.reject(new RangeError('away'));

function cacheOf(options: Partial<CacheOptions<string>> = {}) {
  return new Cache<string>({ name: 'spec', entriesMax: 3, ttlMs, ...options });
}

function loading() {
  const loaded: string[] = [];
  return { loaded, load: (value: string) => async () => (loaded.push(value), value) };
}

describe('a cache', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('loads once for concurrent reads, and not again within its time', async () => {
    const { loaded, load } = loading();
    const cache = cacheOf();
    const both = await Promise.all([cache.get('k', load('a')), cache.get('k', load('b'))]);
    jest.advanceTimersByTime(ttlMs - 1);
    expect([...both, await cache.get('k', load('c'))]).toEqual(['a', 'a', 'a']);
    expect(loaded).toEqual(['a']);
  });

  it('loads again past its time, and gives the loader the value before', async () => {
    const cache = cacheOf();
    await cache.get('k', async () => 'a');
    jest.advanceTimersByTime(ttlMs + 1);
    expect(await cache.get('k', async (before) => `after ${before}`)).toBe('after a');
  });

  it('loads again when it is asked to, once for concurrent readers', async () => {
    const { loaded, load } = loading();
    const cache = cacheOf();
    await cache.get('k', load('a'));
    const refresh = { refresh: true };
    const both = [cache.get('k', load('b'), refresh), cache.get('k', load('c'), refresh)];
    expect(await Promise.all(both)).toEqual(['b', 'b']);
    expect([await cache.get('k', load('d')), loaded]).toEqual(['b', ['a', 'b']]);
  });

  it('drops the least recently used entry', async () => {
    const { loaded, load } = loading();
    const cache = cacheOf();
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await cache.get(key, load(key));
    expect(loaded).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  it('does not keep a failure', async () => {
    const cache = cacheOf();
    await expect(cache.get('k', away)).rejects.toThrow('away');
    expect(await cache.get('k', async () => 'a')).toBe('a');
  });

  it('keeps a value no longer than the value lives', async () => {
    const { load } = loading();
    const cache = cacheOf({ lifetimeMs: (value) => (value === 'short' ? 100 : Infinity) });
    await cache.get('k', load('short'));
    jest.advanceTimersByTime(101);
    expect(await cache.get('k', load('long'))).toBe('long');
    jest.advanceTimersByTime(101);
    expect(await cache.get('k', load('other'))).toBe('long');
  });

  it('gives a value without a lifetime to concurrent readers, and does not keep it', async () => {
    const { loaded, load } = loading();
    const cache = cacheOf({ lifetimeMs: () => 0 });
    expect(await Promise.all([cache.get('k', load('a')), cache.get('k', load('b'))])).toEqual(['a', 'a']);
    expect(await cache.get('k', load('c'))).toBe('c');
    expect([cache.peek('k'), loaded]).toEqual([undefined, ['a', 'c']]);
  });

  it('shows the value of any age, also while the next is being loaded', async () => {
    const cache = cacheOf();
    expect(cache.peek('k')).toBeUndefined();
    await cache.get('k', async () => 'a');
    jest.advanceTimersByTime(ttlMs + 1);
    expect(cache.peek('k')).toBe('a');
    const next = cache.get('k', async () => 'b');
    expect([cache.peek('k'), await next, cache.peek('k')]).toEqual(['a', 'b', 'b']);
  });

  it('counts hits and misses', async () => {
    const cache = cacheOf({ name: 'counted' });
    await Promise.all([cache.get('k', async () => 'a'), cache.get('k', async () => 'b')]);
    await cache.get('k', async () => 'c');
    const { body } = await new Metrics().text();
    expect(body).toContain('lectern_cache_reads_total{cache="counted",result="hit"} 2');
    expect(body).toContain('lectern_cache_reads_total{cache="counted",result="miss"} 1');
  });

  describe('when it is invalidated', () => {
    it('loads the key again, and only that', async () => {
      const { load } = loading();
      const cache = cacheOf();
      await cache.get('a', load('1'));
      await cache.get('b', load('2'));
      cache.invalidate('a');
      expect([await cache.get('a', load('3')), await cache.get('b', load('4'))]).toEqual(['3', '2']);
    });

    it('loads what matches again, and only that', async () => {
      const { load } = loading();
      const cache = cacheOf();
      for (const key of ['a', 'b', 'c']) await cache.get(key, load(`${key}1`));
      cache.invalidateWhere((value, key) => value === 'a1' || key === 'b');
      const values = [];
      for (const key of ['a', 'b', 'c']) values.push(await cache.get(key, load(`${key}2`)));
      expect(values).toEqual(['a2', 'b2', 'c1']);
    });

    it.each([
      ['the key', (cache: Cache<string>) => cache.invalidate('k')],
      ['anything', (cache: Cache<string>) => cache.invalidateWhere(() => false)],
    ])('does not keep what is being loaded when %s is invalidated', async (_, invalidate) => {
      const { load } = loading();
      const cache = cacheOf();
      const { promise, resolve } = Promise.withResolvers<string>();
      const slow = cache.get('k', () => promise);
      invalidate(cache);
      const next = cache.get('k', load('new'));
      resolve('old');
      expect([await slow, await next, await cache.get('k', load('later'))]).toEqual(['old', 'new', 'new']);
    });

    it('does not keep the load that follows an invalidated one when both are invalidated', async () => {
      const cache = cacheOf();
      const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
      const reads = [cache.get('k', () => first.promise)];
      cache.invalidateWhere(() => false);
      reads.push(cache.get('k', () => second.promise));
      first.resolve('1');
      await reads[0];
      cache.invalidateWhere(() => false);
      second.resolve('2');
      await Promise.all(reads);
      expect(await cache.get('k', async () => '3')).toBe('3');
    });

    it('uses no value that was invalidated while its successor was being loaded', async () => {
      const cache = cacheOf({ stale });
      await cache.get('k', async () => 'old');
      jest.advanceTimersByTime(ttlMs + 1);
      const { promise, reject } = Promise.withResolvers<string>();
      const reading = cache.get('k', () => promise);
      cache.invalidate('k');
      reject(new RangeError('away'));
      await expect(reading).rejects.toThrow('away');
    });
  });

  describe('past the time of a value, with stale values allowed', () => {
    let cache: Cache<string>;

    beforeEach(async () => {
      cache = cacheOf({ stale });
      await cache.get('k', async () => 'old');
      jest.advanceTimersByTime(ttlMs + 1);
    });

    it('loads again', async () => {
      expect(await cache.get('k', async () => 'new')).toBe('new');
    });

    it('uses the value while loading fails, and no longer than allowed', async () => {
      expect(await cache.get('k', away)).toBe('old');
      jest.advanceTimersByTime(stale.forMs - ttlMs);
      await expect(cache.get('k', away)).rejects.toThrow('away');
    });

    it('counts that from the begin of the load, since what changed during it may be missing', async () => {
      const slow = async () => {
        jest.advanceTimersByTime(ttlMs);
        return 'slow';
      };
      await cache.get('k', slow, { refresh: true });
      jest.advanceTimersByTime(stale.forMs - ttlMs - 1);
      expect(await cache.get('k', away)).toBe('slow');
      jest.advanceTimersByTime(2);
      await expect(cache.get('k', away)).rejects.toThrow('away');
    });

    it('does not load at every read while loading fails', async () => {
      const { loaded, load } = loading();
      await cache.get('k', away);
      expect([await cache.get('k', load('new')), loaded]).toEqual(['old', []]);
      jest.advanceTimersByTime(stale.retryMs + 1);
      expect(await cache.get('k', load('new'))).toBe('new');
    });

    it('reports other failures, and drops the value', async () => {
      await expect(cache.get('k', async () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
      await expect(cache.get('k', away)).rejects.toThrow('away');
    });

    it('does not use a value that was invalidated', async () => {
      cache.invalidateWhere((value) => value === 'old');
      await expect(cache.get('k', away)).rejects.toThrow('away');
    });

    it('does not use a value whose own life is over', async () => {
      let lifetimeMs = Infinity;
      const expiring = cacheOf({ stale, lifetimeMs: () => lifetimeMs });
      await expiring.get('k', async () => 'old');
      jest.advanceTimersByTime(ttlMs + 1);
      lifetimeMs = 0;
      await expect(expiring.get('k', away)).rejects.toThrow('away');
    });
  });
});

describe('timed entries', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('keeps timed entries up to a size of all together', () => {
    const entries = timedEntries<string>(10, ttlMs, { max: 5, of: (value) => value.length });
    entries.set('a', 'xx').set('b', 'xx').set('c', 'xxx').set('d', 'x'.repeat(6));
    expect([...entries.keys()].sort()).toEqual(['b', 'c']);
  });

  it('are dropped after their time, and the least recently used one beyond their number', () => {
    const entries = timedEntries<true>(2, ttlMs);
    for (const key of ['a', 'b', 'c']) entries.set(key, true);
    expect([...entries.keys()].sort()).toEqual(['b', 'c']);
    jest.advanceTimersByTime(ttlMs + 1);
    expect([...entries.keys(), entries.has('b')]).toEqual([false]);
  });
});
