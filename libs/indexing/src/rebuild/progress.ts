/** Weight of the last step in an estimate. */
const WEIGHT = 0.2;

/** Steps per second, smoothed: `before` is the previous estimate, 0 when there is none. */
export function smoothedRate(before: number, done: number, elapsedMs: number): number {
  const rate = (done * 1_000) / Math.max(elapsedMs, 1);
  return before === 0 ? rate : before * (1 - WEIGHT) + rate * WEIGHT;
}

export interface Remaining {
  readonly total: number;
  readonly done: number;
  /** 0 when unknown. */
  readonly perS: number;
}

/**
 * Seconds until all runs are done one after another. Runs with an unknown rate are assumed to have the average rate.
 * Null when no rate is known.
 */
export function etaS(runs: readonly Remaining[]): number | null {
  const known = runs.filter(({ perS }) => perS > 0).map(({ perS }) => perS);
  const remaining = runs.filter(({ total, done }) => total > done);
  if (remaining.length === 0) return 0;
  if (known.length === 0) return null;
  const average = known.reduce((sum, rate) => sum + rate, 0) / known.length;
  return Math.ceil(remaining.reduce((sum, { total, done, perS }) => sum + (total - done) / (perS || average), 0));
}
