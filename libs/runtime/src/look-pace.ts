/** After so long without work, looks become rare. */
const QUIET_AFTER_MS = 30_000;
const QUIET_EVERY_MS = 5_000;

/**
 * Which of the regular looks for work are made: all of them while there is some, and few when nothing has happened for
 * a while, so that a process at rest costs nearly nothing. What begins in this process is noted and ends the rest.
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

  /** Whether a look is to be made now, which counts as made. */
  isDue(nowMs: number): boolean {
    if (this.isQuiet(nowMs) && nowMs - this.lookedAtMs < QUIET_EVERY_MS) return false;
    this.lookedAtMs = nowMs;
    return true;
  }
}
