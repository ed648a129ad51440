const WINDOW_MS = 5 * 60_000;
/** More often is not remembered. */
const STEP_MS = 5_000;

interface Seen {
  readonly count: number;
  readonly atMs: number;
}

/**
 * How fast a count falls, by what was seen of it in the last five minutes: since it was highest, so that neither what
 * came before the last load counts nor a time in which nothing happened after it.
 */
export class FallingCount {
  private seen: readonly Seen[] = [];

  /** @returns how much it fell a second; undefined while it has not been seen to fall */
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
