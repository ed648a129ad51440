/** Then it is counted again, in the background. */
const FRESH_MS = 1_000;
/** Older ones are not answered: callers wait for the next. */
const KNOWN_MS = 10_000;

/**
 * How much waits, without counting it for each who asks: the last count, with what this process has added since then.
 * Only the first who asks, or one who asks after 10 s of silence, waits for a count.
 */
export class WaitingCount {
  private last?: { readonly count: number; readonly atMs: number };
  private counting?: Promise<void>;
  private addedBefore = 0;
  private addedSince = 0;

  constructor(
    private readonly count: () => Promise<number>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** What was added by this process; what is not committed in the end counts until the next count. */
  added(count: number): void {
    this.addedSince += count;
  }

  /** @throws what counting throws, when no count is known that is less than 10 s old */
  async get(): Promise<number> {
    if (this.ageMs() > FRESH_MS) {
      const counting = (this.counting ??= this.refresh());
      if (this.ageMs() > KNOWN_MS) await counting;
      // The last count is good enough while another one fails.
      else counting.catch(() => undefined);
    }
    return (this.last?.count ?? 0) + this.addedBefore + this.addedSince;
  }

  private ageMs(): number {
    return this.last ? this.nowMs() - this.last.atMs : Infinity;
  }

  private async refresh(): Promise<void> {
    const atMs = this.nowMs();
    // A count may have what is added while it is made, or not.
    this.addedBefore += this.addedSince;
    this.addedSince = 0;
    try {
      this.last = { count: await this.count(), atMs };
      this.addedBefore = 0;
    } finally {
      this.counting = undefined;
    }
  }
}
