import { AppError } from '@lectern/contracts/core';

/** How many may ask an origin at once, and how many may wait for that. */
export interface LineLimits {
  readonly askingMax: number;
  readonly waitingMax: number;
}

/** How a request waits. */
export interface Patience {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Its failures tell that an origin does not answer; it fails at once while the origin is left alone. */
  readonly failsFast: boolean;
}

interface Waiting {
  readonly failsFast: boolean;
  readonly begin: () => void;
  readonly refuse: (error: AppError) => void;
}

/** Those who want to ask one origin, first come first served. */
export class OriginLine {
  private asking = 0;
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly host: string,
    private readonly limits: LineLimits,
  ) {}

  get isEmpty(): boolean {
    return this.asking === 0;
  }

  /**
   * Waits until it is one's turn.
   *
   * @returns to be called when the connection is not needed any more
   * @throws AppError `unavailable` with `Retry-After` when too many wait, or for too long; the signal's reason
   */
  async enter(patience: Patience): Promise<() => void> {
    if (this.asking >= this.limits.askingMax) await this.turn(patience);
    else this.asking += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.leave();
      isHeld = false;
    };
  }

  /** Sends those away who wait and would fail fast. */
  refuseWaiting(error: AppError): void {
    for (const entry of [...this.waiting]) {
      if (!entry.failsFast) continue;
      this.waiting.splice(this.waiting.indexOf(entry), 1);
      entry.refuse(error);
    }
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next.begin();
    else this.asking -= 1;
  }

  private turn({ waitMs, signal, failsFast }: Patience): Promise<void> {
    signal.throwIfAborted();
    if (this.waiting.length >= this.limits.waitingMax) throw this.busy();
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        clearTimeout(late);
        signal.removeEventListener('abort', cancel);
        outcome();
      };
      const leaveLine = (error: unknown) => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        settle(() => reject(error));
      };
      const cancel = () => leaveLine(signal.reason);
      const late = setTimeout(() => leaveLine(this.busy()), waitMs);
      const entry: Waiting = {
        failsFast,
        begin: () => settle(resolve),
        refuse: (error) => settle(() => reject(error)),
      };
      this.waiting.push(entry);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  private busy(): AppError {
    return retryLater(`${this.limits.askingMax} requests to ${this.host} wait for its answers, and more for them`);
  }
}

const RETRY_AFTER_S = 30;

/** A failure that does not depend on the request: the same request may succeed later. */
export function retryLater(reason: string): AppError {
  return new AppError('unavailable', `${reason}: try again later`, {
    headers: { 'retry-after': String(RETRY_AFTER_S) },
  });
}
