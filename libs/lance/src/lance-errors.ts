import { AppError, messageOf } from '@lectern/contracts/core';

const MESSAGE_CHARS_MAX = 500;

/** Converts an error of LanceDB into ours. */
export function indexError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = messageOf(error);
  const code = /no space left|disk quota|os error 28\b|file too large/i.test(message) ? 'storage_full' : 'unavailable';
  return new AppError(code, `The index failed: ${message.slice(0, MESSAGE_CHARS_MAX)}`, {}, { cause: error });
}

/** Whether a table or one of its files does not exist (any more). */
export function isTableMissing(error: unknown): boolean {
  return /not found/i.test(messageOf(error));
}

/** Whether there is no table to open, as opposed to a missing file of an open table. */
export function isMissingTable(error: unknown): boolean {
  return /\bTable '[^']*' was not found/.test(messageOf(error));
}
