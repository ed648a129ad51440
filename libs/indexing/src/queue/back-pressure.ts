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
