/** How much of an estimate the last step makes. */
const WEIGHT = 0.2;

/** Steps a second, smoothed: `before` is the estimate until now, 0 when there is none. */
export function smoothedRate(before: number, done: number, elapsedMs: number): number {
  const rate = (done * 1_000) / Math.max(elapsedMs, 1);
  return before === 0 ? rate : before * (1 - WEIGHT) + rate * WEIGHT;
}

export interface Remaining {
  readonly total: number;
  readonly done: number;
  /** 0 when it is not known. */
  readonly perS: number;
}

/**
 * Seconds until all of it is done, one after the other; what has no known rate goes as fast as the others on
 * average. Null when no rate is known.
 */
export function etaS(runs: readonly Remaining[]): number | null {
  const known = runs.filter(({ perS }) => perS > 0).map(({ perS }) => perS);
  const remaining = runs.filter(({ total, done }) => total > done);
  if (remaining.length === 0) return 0;
  if (known.length === 0) return null;
  const average = known.reduce((sum, rate) => sum + rate, 0) / known.length;
  return Math.ceil(remaining.reduce((sum, { total, done, perS }) => sum + (total - done) / (perS || average), 0));
}
