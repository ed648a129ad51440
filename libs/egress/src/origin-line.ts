import { AppError } from '@lectern/contracts/core';
import { type SlotClaim, Slots } from '@lectern/workers';

/** Limits of concurrent and of waiting requests per origin. */
export interface LineLimits {
  readonly askingMax: number;
  readonly waitingMax: number;
}

/** How a request waits. */
export interface Patience {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Its failures count towards pausing the origin; while requests to it are paused, it fails at once. */
  readonly failsFast: boolean;
}

interface Claim extends SlotClaim {
  readonly failsFast: boolean;
}

/** Queue of requests to one origin, first come, first served. */
export class OriginLine {
  private readonly slots: Slots<Claim>;

  constructor(host: string, { askingMax, waitingMax }: LineLimits) {
    const busy = `${askingMax} requests to ${host} wait for its answers, and more for them`;
    this.slots = new Slots<Claim>({ slotsMax: askingMax, waitingMax, refusal: () => retryLater(busy) });
  }

  get isEmpty(): boolean {
    return this.slots.taken === 0;
  }

  /**
   * Waits for a turn.
   *
   * @returns a function to call when the connection is no longer needed
   * @throws AppError `unavailable` with `Retry-After` when too many wait, or for too long; the signal's reason
   */
  async enter({ waitMs, signal, failsFast }: Patience): Promise<() => void> {
    try {
      return (await this.slots.enter({ waitMsMax: waitMs, signal, failsFast })).leave;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  /** Rejects waiting requests that fail fast. */
  refuseWaiting(error: AppError): void {
    this.slots.refuse(error, ({ failsFast }) => failsFast);
  }
}

const RETRY_AFTER_S = 30;

/** A failure that does not depend on the request: the same request may succeed later. */
export function retryLater(reason: string): AppError {
  return new AppError('unavailable', `${reason}: try again later`, {
    headers: { 'retry-after': String(RETRY_AFTER_S) },
  });
}
