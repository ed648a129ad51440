import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const SLICE_MS = 20;
/** Share of time that a process may be busy for the moment to count as quiet. */
const QUIET_SHARE = 0.4;

/** Waits until the requests of this process leave it idle, at most `atMostMs`, or until `signal` aborts. */
export async function quietMoment(atMostMs: number, signal: AbortSignal): Promise<void> {
  const untilMs = performance.now() + atMostMs;
  let share = 1;
  while (share > QUIET_SHARE && performance.now() < untilMs && !signal.aborted) {
    const before = performance.eventLoopUtilization();
    await sleep(SLICE_MS, undefined, { signal }).catch(() => undefined);
    share = performance.eventLoopUtilization(before).utilization;
  }
}
