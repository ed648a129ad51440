import { memoryUsage } from 'node:process';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Rounds } from './rounds';

/** Also from the start to the first look: by then what a start sets off is done. */
const LOOK_MS = 30_000;
/** Of the time between two looks: more is work that a collection would hold up. */
const QUIET_MAX = 0.05;
/** Not worth a collection, which takes up to half a second of CPU. */
const GROWTH_BYTES_MIN = 48 * 2 ** 20;

/** Decides when memory is collected that a process at rest would keep. */
export class QuietCollection {
  private keptBytes = 0;

  constructor(private readonly collect: () => void = collectAll) {}

  /** @param busy share of the time since the last look that the event loop worked @param usedBytes now */
  look(busy: number, usedBytes: () => number): void {
    if (busy > QUIET_MAX || usedBytes() - this.keptBytes < GROWTH_BYTES_MIN) return;
    this.collect();
    this.keptBytes = usedBytes();
  }
}

/**
 * Frees garbage of the start, and of a busy time: V8 keeps it, and an idle process would
 * never collect it. Looks twice a minute for as long as the process runs.
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
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
