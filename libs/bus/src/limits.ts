import { types } from 'node:util';
import { AppError } from '@lectern/contracts/core';

/** Largest input, value of an answer, or event. */
export const VALUE_BYTES_MAX = 8 * 1024 * 1024;

/** Concurrent calls in one process; further ones are refused as `unavailable`. */
export const RUNNING_CALLS_MAX = 4096;

/** Events waiting for one listener; later ones are dropped, because events may be lost. */
export const WAITING_EVENTS_MAX = 1000;

/** A listener that takes longer is abandoned, so that it receives the following events. */
export const LISTENER_TIMEOUT_MS = 30_000;

/** How long a handler may keep the thread before timers and sockets get their turn. */
export const TURN_MS = 10;

/** @throws AppError `too_large` */
export function refuseTooLarge(bytes: number, what: string, bytesMax: number = VALUE_BYTES_MAX): void {
  if (bytes <= bytesMax) return;
  const mebibytes = (count: number) => (count / 1024 / 1024).toFixed(1);
  throw new AppError(
    'too_large',
    `${what} has ${mebibytes(bytes)} MiB; at most ${mebibytes(bytesMax)} MiB travel at once`,
  );
}

/**
 * Runs `work` on a value from outside that may be nested to any depth.
 *
 * @throws AppError `invalid_request` when the value is nested so deeply that copying it would exhaust the stack
 */
export function refuseTooDeep<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (types.isNativeError(error) && error.name === 'RangeError')
      throw new AppError('invalid_request', `${what} is nested too deeply`);
    throw error;
  }
}
