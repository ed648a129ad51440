import { memoryUsage } from 'node:process';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Rounds } from './rounds';

/** Interval of the checks, also before the first one: work caused by the start is done by then. */
const LOOK_MS = 30_000;
/** Largest busy share of the interval: above it, a collection would delay work. */
const QUIET_MAX = 0.05;
/** Below this growth, a collection is not worth its cost of up to half a second of CPU. */
const GROWTH_BYTES_MIN = 48 * 2 ** 20;

/** Decides when to collect memory that an idle process would keep. */
export class QuietCollection {
  private keptBytes = 0;

  constructor(private readonly collect: () => void = collectAll) {}

  /** @param busy busy share of the event loop since the last check @param usedBytes current usage */
  look(busy: number, usedBytes: () => number): void {
    if (busy > QUIET_MAX || usedBytes() - this.keptBytes < GROWTH_BYTES_MIN) return;
    this.collect();
    this.keptBytes = usedBytes();
  }
}

/**
 * Frees garbage left by the start or by busy periods: V8 keeps it, and an idle process would never collect it. Checks
 * twice a minute while the process runs.
 */
export function collectWhenQuiet(): void {
  const collection = new QuietCollection();
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    collection.look(utilization, residentBytes);
  };
  new Rounds(look, { name: 'Memory', failure: 'Memory is not collected' }).start(LOOK_MS);
}

function residentBytes(): number {
  return memoryUsage.rss();
}

function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  // While it is set, V8 refuses code that is in the compile cache, and would leave code there that others refuse.
  setFlagsFromString('--no-expose-gc');
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
