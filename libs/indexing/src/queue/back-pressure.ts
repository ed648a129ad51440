import { AppError } from '@lectern/contracts/core';

export interface Pressure {
  readonly waiting: number;
  readonly waitingMax: number;
  readonly now: Date;
}

/** Assumed drain rate for the suggested delay; the actual length of the queue decides whether a request is admitted. */
const DRAINED_PER_S = 20;
const WAIT_S_MAX = 60;

/** @throws AppError `rate_limited` with the time to retry, when the queue is full */
export function refuseWhenFull({ waiting, waitingMax, now }: Pressure): void {
  if (waiting < waitingMax) return;
  const waitS = Math.min(Math.ceil((waiting - waitingMax + 1) / DRAINED_PER_S), WAIT_S_MAX);
  const at = new Date(now.getTime() + waitS * 1_000);
  const readable = at.toISOString().replace('T', ' ').replace(/\..*/, '+00:00');
  const message = `Too many messages pending to ingest. Retry after ${readable}`;
  throw new AppError('rate_limited', message, {
    detail: { message, try_after: at.getTime() / 1_000, back_pressure_type: 'ingest' },
    headers: { 'Retry-After': String(waitS) },
  });
}

/** After this time, a new count starts in the background. */
const FRESH_MS = 1_000;
/** Older counts are not used: callers wait for the next one. */
const KNOWN_MS = 10_000;

/**
 * The length of the queue without a count per caller: the last count plus jobs that this process has added since. Only
 * the first caller, or one after 10 s of silence, waits for a count.
 */
export class WaitingCount {
  private last?: { readonly count: number; readonly atMs: number };
  private counting?: Promise<void>;
  private addedBefore = 0;
  private addedSince = 0;

  constructor(
    private readonly count: () => Promise<number>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Jobs added by this process; uncommitted ones are included until the next count. */
  added(count: number): void {
    this.addedSince += count;
  }

  /** @throws the error of the count, when no count is younger than 10 s */
  async get(): Promise<number> {
    if (this.ageMs() > FRESH_MS) {
      const counting = (this.counting ??= this.refresh());
      if (this.ageMs() > KNOWN_MS) await counting;
      // The last count is good enough while another one fails.
      else counting.catch(() => undefined);
    }
    return (this.last?.count ?? 0) + this.addedBefore + this.addedSince;
  }

  private ageMs(): number {
    return this.last ? this.nowMs() - this.last.atMs : Infinity;
  }

  private async refresh(): Promise<void> {
    const atMs = this.nowMs();
    // A count may or may not include jobs added while it runs.
    this.addedBefore += this.addedSince;
    this.addedSince = 0;
    try {
      this.last = { count: await this.count(), atMs };
      this.addedBefore = 0;
    } finally {
      this.counting = undefined;
    }
  }
}
