/** Time without work after which polls become rare. */
const QUIET_AFTER_MS = 30_000;
const QUIET_EVERY_MS = 5_000;

/**
 * Decides which of the regular polls for work to make: all of them while there is work, few after a quiet time, so that
 * an idle process costs nearly nothing. Work that begins in this process ends the quiet time at once.
 */
export class LookPace {
  private workedAtMs: number;
  private lookedAtMs = -Infinity;

  constructor(nowMs: number) {
    this.workedAtMs = nowMs;
  }

  /** Something was added, found or ended. */
  worked(nowMs: number): void {
    this.workedAtMs = nowMs;
  }

  isQuiet(nowMs: number): boolean {
    return nowMs - this.workedAtMs >= QUIET_AFTER_MS;
  }

  /** Whether to poll now; the poll then counts as made. */
  isDue(nowMs: number): boolean {
    if (this.isQuiet(nowMs) && nowMs - this.lookedAtMs < QUIET_EVERY_MS) return false;
    this.lookedAtMs = nowMs;
    return true;
  }
}
