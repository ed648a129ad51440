import { AppError } from '@lectern/contracts/core';
import { type SlotClaim, Slots } from '@lectern/workers';

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

interface Claim extends SlotClaim {
  readonly failsFast: boolean;
}

/** Those who want to ask one origin, first come first served. */
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
   * Waits until it is one's turn.
   *
   * @returns to be called when the connection is not needed any more
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

  /** Sends those away who wait and would fail fast. */
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
