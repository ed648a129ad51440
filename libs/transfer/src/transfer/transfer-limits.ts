import { AppError } from '@lectern/contracts/core';

/** Unfinished exports and unfinished imports per box, each. */
export const ACTIVE_MAX = 4;
/** Concurrent restores per account. */
export const RESTORES_MAX = 4;
/** Backups per account. */
export const BACKUPS_MAX = 1_000;
/** Concurrent exports and concurrent imports per process, each. */
export const TRANSFERS_AT_ONCE = 2;
/** Fields per resource in a file. */
export const FIELDS_MAX = 100_000;
/** Extracted text per field. */
export const TEXT_BYTES_MAX = 512 * 1024 * 1024;
/** Differences from the file that an import reports. */
export const NOTES_MAX = 100;
/** Bytes of a stored file per item. */
export const PIECE_BYTES = 1024 * 1024;

const WAIT_S = 30;

/** The 429 for a caller who has to wait for others to finish. */
export function tooManyTransfers(message: string, now: Date): AppError {
  return new AppError('rate_limited', message, {
    detail: { message, try_after: now.getTime() / 1_000 + WAIT_S },
    headers: { 'Retry-After': String(WAIT_S) },
  });
}
