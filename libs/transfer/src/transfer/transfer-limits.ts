import { AppError } from '@lectern/contracts/core';

/** Exports and imports of a box that are not finished, each. */
export const ACTIVE_MAX = 4;
/** Boxes of an account that are being made of backups. */
export const RESTORES_MAX = 4;
/** Backups of an account. */
export const BACKUPS_MAX = 1_000;
/** Exports and imports that a process works on at the same time, each. */
export const TRANSFERS_AT_ONCE = 2;
/** Fields of a resource in a file. */
export const FIELDS_MAX = 100_000;
/** Of the text that was found in a field. */
export const TEXT_BYTES_MAX = 512 * 1024 * 1024;
/** Differences from the file that an import tells of. */
export const NOTES_MAX = 100;
/** Bytes of a stored file in one item. */
export const PIECE_BYTES = 1024 * 1024;

const WAIT_S = 30;

/** The 429 of a caller who has to wait until others end. */
export function tooMany(message: string, now: Date): AppError {
  return new AppError('rate_limited', message, {
    detail: { message, try_after: now.getTime() / 1_000 + WAIT_S },
    headers: { 'Retry-After': String(WAIT_S) },
  });
}
