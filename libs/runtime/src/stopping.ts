/** What is kept of the time to stop in for what comes after open work: to interrupt the rest and close connections. */
const CLOSING_MS = 5_000;

/** The end of this process: once it has begun, no work begins, and what is open has one time together to end in. */
export class Stopping {
  private readonly controller = new AbortController();
  private endMs = Infinity;

  /** @param drainMs how long open work may go on */
  constructor(private readonly drainMs: number) {}

  /** Aborted when the end begins. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.endMs = performance.now() + this.drainMs;
    this.controller.abort();
  }

  /** How long work that has begun may still go on, in milliseconds: 0 when that time is over. */
  readonly remainingMs = (): number => Math.max(0, this.endMs - performance.now());
}

/** How long open work may go on in a process that has `timeoutMs` to end in: all but five seconds, at least half. */
export function drainMsOf(timeoutMs: number): number {
  return Math.max(timeoutMs / 2, timeoutMs - CLOSING_MS);
}
