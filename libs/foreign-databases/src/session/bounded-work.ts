import { AppError } from '@lectern/contracts/core';
import type { Socket } from 'node:net';
import type { QueryBounds } from './sql-session';
import { watchReceived } from './received-bytes';

/** How work on a connection is ended. */
export interface Ending {
  /** Of the connection; absent where it has none. */
  readonly socket?: Pick<Socket, 'bytesRead'>;
  /** Ends the connection, and what the database does for it. `work` fails by it, or is forgotten. */
  readonly end: () => void;
}

/** Added to the time of a query, so that the database, which has that time, ends it first. */
const GRACE_MS = 500;

/**
 * Work on a connection within its bounds. When they are exceeded, the connection is of no further use.
 *
 * @throws AppError `deadline_exceeded`, `too_large`, `cancelledWork`; what `work` throws
 */
export async function boundedWork<T>(
  { timeoutMs, bytesMax, signal }: QueryBounds,
  { socket, end }: Ending,
  work: () => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw cancelledWork();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const fail = (error: AppError) => {
    end();
    reject(error);
  };
  const late = () => fail(queryTooLong(timeoutMs));
  const timer = setTimeout(late, timeoutMs + GRACE_MS);
  const cancel = () => fail(cancelledWork());
  signal?.addEventListener('abort', cancel, { once: true });
  const stop = socket && watchReceived(socket, bytesMax, () => fail(tooMuch(bytesMax)));
  try {
    return await Promise.race([work(), ended]);
  } finally {
    clearTimeout(timer);
    stop?.();
    signal?.removeEventListener('abort', cancel);
    ended.catch(() => undefined);
  }
}

/** Bounds of making a connection. */
export const OPENING = { rowsMax: 0, bytesMax: 1024 ** 2, timeoutMs: 10_000 } as const;

/** A query that did not end in time. */
export function queryTooLong(timeoutMs: number): AppError {
  return new AppError('deadline_exceeded', `The database did not answer within ${timeoutMs / 1_000} s`);
}

/** More than may be read. */
export function tooMuch(bytesMax: number): AppError {
  return new AppError('too_large', `The database sent more than ${bytesMax} bytes: ask for fewer rows or columns`);
}

function cancelledWork(): AppError {
  return new AppError('cancelled', 'Cancelled');
}
