/**
 * A time limit: its signal aborts when the time is over, or with the caller's signal. Its creator releases it.
 *
 * `AbortSignal.timeout` cannot be cancelled: after a call that finished in time, it keeps its listeners alive until the
 * time is over, and then creates an error that nobody reads.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly relay: () => void;
  private late = false;

  constructor(
    timeoutMs: number,
    private readonly caller?: AbortSignal,
  ) {
    this.timer = setTimeout(() => this.end(), timeoutMs);
    this.relay = () => this.controller.abort(caller?.reason);
    if (caller?.aborted) this.relay();
    else caller?.addEventListener('abort', this.relay, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the time is over, not whether the caller gave up. */
  get isOver(): boolean {
    return this.late;
  }

  release(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.relay);
  }

  private end(): void {
    if (this.signal.aborted) return;
    this.late = true;
    this.controller.abort();
  }
}
