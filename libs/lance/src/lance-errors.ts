import { AppError } from '@lectern/contracts/core';

const MESSAGE_CHARS_MAX = 500;

/** What LanceDB threw, in our terms. */
export function indexError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = messageOf(error);
  const code = /no space left|disk quota|os error 28\b|file too large/i.test(message) ? 'storage_full' : 'unavailable';
  return new AppError(code, `The index failed: ${message.slice(0, MESSAGE_CHARS_MAX)}`, {}, { cause: error });
}

/** Whether a table, or a file of it, is not there or not there any more. */
export function isMissing(error: unknown): boolean {
  return /not found/i.test(messageOf(error));
}

/** Whether there is no table to open, which says nothing of a file that an open table lacks. */
export function isMissingTable(error: unknown): boolean {
  return /\bTable '[^']*' was not found/.test(messageOf(error));
}

/** What native code throws is not always an `Error` of this realm. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
