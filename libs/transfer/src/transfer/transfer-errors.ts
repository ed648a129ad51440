import { AppError, type ErrorCode } from '@lectern/contracts/core';

/** Errors that another attempt may not encounter. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'rate_limited',
  'storage_full',
  'unavailable',
  'deadline_exceeded',
  'internal',
  'cancelled',
]);

/** Whether another attempt would fail in the same way. */
export function isFinal(error: unknown): boolean {
  return error instanceof AppError && !passing.has(error.code);
}

const REASON_CHARS_MAX = 2_000;

/** A text for users. Errors that are not `AppError` may contain details that callers must not see. */
export function transferReason(error: unknown): string {
  if (error instanceof AppError) return error.message.slice(0, REASON_CHARS_MAX);
  return 'The server failed; its log says why';
}

/**
 * The error of another service to which a record of a file was sent: a refusal is final, because the record is at
 * fault; for other errors the import is retried.
 */
export function fromService(error: unknown): unknown {
  return error instanceof AppError && !error.isRefusal ? new Error(error.message, { cause: error }) : error;
}
