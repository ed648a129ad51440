import { Counter, Gauge } from 'prom-client';

/** Counts for the whole process, because some caches are created without injection. `Metrics` publishes it. */
export const cacheReads = new Counter({
  name: 'lectern_cache_reads_total',
  help: 'Reads of the caches of this process: hit when the value was there or being loaded, miss when it was loaded',
  labelNames: ['cache', 'result'],
  registers: [],
});

/** Caches built from whole knowledge boxes: number of builds, and memory. */
export const cacheBuilds = new Counter({
  name: 'lectern_cache_builds_total',
  help: 'Caches of whole knowledge boxes that this process has read, by result: kept, or larger than their share',
  labelNames: ['cache', 'result'],
  registers: [],
});
export const cacheBytes = new Gauge({
  name: 'lectern_cache_bytes',
  help: 'About what the caches of whole knowledge boxes of this process take in memory, in bytes',
  labelNames: ['cache'],
  registers: [],
});
