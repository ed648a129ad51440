import { types } from 'node:util';
import { AppError } from '@lectern/contracts/core';

/** Largest input, value of an answer, or event. */
export const VALUE_BYTES_MAX = 8 * 1024 * 1024;

/** Calls that one process handles at the same time; one more is refused as `unavailable`. */
export const RUNNING_CALLS_MAX = 4096;

/** Events waiting for one listener; more are dropped, since events may be lost. */
export const WAITING_EVENTS_MAX = 1000;

/** A listener that takes longer is left behind, so that the events after it are heard. */
export const LISTENER_TIMEOUT_MS = 30_000;

/** How long a handler may keep the thread before timers and sockets get their turn. */
export const TURN_MS = 10;

/**
 * The bytes a value takes on a wire, from below: strings by their characters, typed arrays by their bytes.
 * Exact enough for a limit, and a tenth of the cost of serialising.
 */
export function approximateBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 4;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength + 8;
  if (value instanceof ArrayBuffer) return value.byteLength + 8;
  if (Array.isArray(value) || value instanceof Set) return bytesOfItems(value);
  if (value instanceof Map) return bytesOfItems(value.keys()) + bytesOfItems(value.values());
  let bytes = 4;
  for (const [name, member] of Object.entries(value)) bytes += name.length + 4 + approximateBytes(member);
  return bytes;
}

function bytesOfItems(items: Iterable<unknown>): number {
  let bytes = 4;
  for (const item of items) bytes += approximateBytes(item);
  return bytes;
}

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
 * Runs `work` on a value that came from outside, however deeply it is nested.
 *
 * @throws AppError `invalid_request` when it is nested so deeply that copying it would exhaust the stack
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
