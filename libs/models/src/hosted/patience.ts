import { AppError } from '@lectern/contracts/core';

export interface Timeouts {
  readonly firstChunkMs: number;
  readonly chunkMs: number;
  readonly totalMs: number;
}

/**
 * Aborts a call when its caller leaves, when the next piece does not arrive in time, or when the call takes too long.
 */
export class Patience {
  private readonly controller = new AbortController();
  private readonly total: NodeJS.Timeout;
  private next: NodeJS.Timeout;
  private readonly leave = () => this.give(new AppError('cancelled', 'Cancelled'));

  constructor(
    private readonly timeouts: Timeouts,
    private readonly caller: AbortSignal,
  ) {
    this.total = setTimeout(() => this.giveUp(timeouts.totalMs), timeouts.totalMs);
    this.next = setTimeout(() => this.giveUp(timeouts.firstChunkMs), timeouts.firstChunkMs);
    if (caller.aborted) this.leave();
    else caller.addEventListener('abort', this.leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Why the call was aborted, if it was. */
  get reason(): AppError | undefined {
    const { reason } = this.controller.signal;
    return reason instanceof AppError ? reason : undefined;
  }

  /** Call when a piece has arrived. */
  extend(): void {
    clearTimeout(this.next);
    this.next = setTimeout(() => this.giveUp(this.timeouts.chunkMs), this.timeouts.chunkMs);
  }

  /** Call when the call has ended or is no longer needed: closes all that is still open. */
  end(): void {
    clearTimeout(this.total);
    clearTimeout(this.next);
    this.caller.removeEventListener('abort', this.leave);
    this.controller.abort(new AppError('cancelled', 'The answer has ended'));
  }

  private giveUp(waitedMs: number): void {
    this.give(new AppError('deadline_exceeded', `The model provider did not answer within ${waitedMs} ms`));
  }

  private give(reason: AppError): void {
    this.controller.abort(reason);
  }
}
