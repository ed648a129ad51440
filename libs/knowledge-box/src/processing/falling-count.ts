const WINDOW_MS = 5 * 60_000;
/** Minimum interval between samples. */
const STEP_MS = 5_000;

interface Seen {
  readonly count: number;
  readonly atMs: number;
}

/**
 * The rate at which a count falls, from samples of the last five minutes. It is measured from the maximum, so that
 * neither the time before the last load nor an idle time after it counts.
 */
export class FallingCount {
  private seen: readonly Seen[] = [];

  /** @returns decrease per second; undefined while no decrease has been observed */
  see(count: number, atMs: number): number | undefined {
    const before = this.seen.filter((one) => atMs - one.atMs <= WINDOW_MS);
    const peak = before.reduce<Seen>((highest, one) => (one.count >= highest.count ? one : highest), { count, atMs });
    this.seen = remembered(before, { count, atMs });
    return peak.count > count && atMs > peak.atMs ? ((peak.count - count) * 1_000) / (atMs - peak.atMs) : undefined;
  }
}

function remembered(before: readonly Seen[], now: Seen): readonly Seen[] {
  const last = before.at(-1);
  if (!last || now.atMs - last.atMs >= STEP_MS) return [...before, now];
  return now.count > last.count ? before.with(-1, now) : before;
}
