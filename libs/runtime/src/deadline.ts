/**
 * How long something may take: its signal aborts then, or with the caller's. Its creator releases it.
 *
 * `AbortSignal.timeout` cannot be taken back: after a call that was in time it holds what it would have stopped until
 * the time is over, and makes an error for nobody.
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
