import { LRUCache } from 'lru-cache';

/** Length of a window: limits are per minute. */
export const RATE_WINDOW_MS = 60_000;

interface Counts {
  /** Number of the window. */
  window: number;
  current: number;
  previous: number;
  /** Counted here, and not reported. */
  unreported: number;
}

/**
 * Counts per owner over a sliding minute: all of this window, and of the one before the part that is less than a minute
 * ago, as if its requests had been spread evenly. Two numbers per owner, whatever the limit; the least recently used
 * owners beyond `ownersMax` are forgotten.
 *
 * Source of the method: Cloudflare, "How we built rate limiting capable of scaling to millions of domains", 2017.
 */
export class SlidingCounts {
  private readonly owners: LRUCache<string, Counts>;

  constructor(ownersMax: number) {
    this.owners = new LRUCache({ max: ownersMax });
  }

  /** Requests of the last minute. @param nowMs of a clock that never goes back */
  of(owner: string, nowMs: number): number {
    const counts = this.owners.peek(owner);
    return counts ? estimate(moved(counts, nowMs), nowMs) : 0;
  }

  /** Until one more fits, in ms; 0 when it fits now. */
  waitMs(owner: string, max: number, nowMs: number): number {
    const counts = this.owners.get(owner);
    if (!counts || estimate(moved(counts, nowMs), nowMs) + 1 <= max) return 0;
    const leftMs = RATE_WINDOW_MS - (nowMs % RATE_WINDOW_MS);
    const { current, previous } = counts;
    // Requests of this window leave when it is the one before, those of the one before are leaving.
    if (current + 1 > max) return leftMs + RATE_WINDOW_MS * (1 - share(max - 1, current));
    return Math.max(leftMs - RATE_WINDOW_MS * share(max - 1 - current, previous), 1);
  }

  /** @param isOwn whether others are to hear of it */
  add(owner: string, count: number, { nowMs, isOwn }: { readonly nowMs: number; readonly isOwn: boolean }): void {
    let counts = this.owners.get(owner);
    if (!counts) {
      counts = { window: windowOf(nowMs), current: 0, previous: 0, unreported: 0 };
      this.owners.set(owner, counts);
    }
    moved(counts, nowMs).current += count;
    if (isOwn) counts.unreported += count;
  }

  /** Counts since the last report of owners with at least `least` requests in the last minute; at most `max` owners. */
  report(least: number, max: number, nowMs: number): readonly (readonly [owner: string, count: number])[] {
    const found: (readonly [string, number])[] = [];
    for (const [owner, counts] of this.owners.entries()) {
      if (found.length >= max) break;
      if (counts.unreported === 0 || estimate(moved(counts, nowMs), nowMs) < least) continue;
      found.push([owner, counts.unreported]);
      counts.unreported = 0;
    }
    return found;
  }
}

function windowOf(nowMs: number): number {
  return Math.floor(nowMs / RATE_WINDOW_MS);
}

/** The counts of this window. */
function moved(counts: Counts, nowMs: number): Counts {
  const window = windowOf(nowMs);
  if (window === counts.window) return counts;
  const isNext = window === counts.window + 1;
  counts.previous = isNext ? counts.current : 0;
  counts.current = 0;
  counts.window = window;
  // What is older than a window matters to nobody.
  if (!isNext) counts.unreported = 0;
  return counts;
}

function estimate({ current, previous }: Counts, nowMs: number): number {
  return current + previous * (1 - (nowMs % RATE_WINDOW_MS) / RATE_WINDOW_MS);
}

/** Of a number, at most all of it. */
function share(part: number, whole: number): number {
  return whole <= 0 ? 1 : Math.min(Math.max(part / whole, 0), 1);
}
