/** Part of the shutdown time reserved for interrupting remaining work and closing connections. */
const CLOSING_MS = 5_000;

/** The shutdown of this process: once it begins, no new work starts, and open work shares one time limit. */
export class Stopping {
  private readonly controller = new AbortController();
  private endMs = Infinity;

  /** @param drainMs how long open work may continue */
  constructor(private readonly drainMs: number) {}

  /** Aborted when the shutdown begins. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.endMs = performance.now() + this.drainMs;
    this.controller.abort();
  }

  /** How long open work may still continue, in milliseconds: 0 when that time is over. */
  readonly remainingMs = (): number => Math.max(0, this.endMs - performance.now());
}

/** How long open work may continue in a process that has `timeoutMs` to end: all but five seconds, at least half. */
export function drainMsOf(timeoutMs: number): number {
  return Math.max(timeoutMs / 2, timeoutMs - CLOSING_MS);
}
