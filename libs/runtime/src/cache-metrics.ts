import { Counter } from 'prom-client';

/** Counts for the whole process, since caches exist where nothing is injected. `Metrics` publishes it. */
export const cacheReads = new Counter({
  name: 'lectern_cache_reads_total',
  help: 'Reads of the caches of this process: hit when the value was there or being loaded, miss when it was loaded',
  labelNames: ['cache', 'result'],
  registers: [],
});
