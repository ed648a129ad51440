import { AppError, type ErrorCode } from '@lectern/contracts/core';

/** What may be different at another attempt. */
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

/** For people. What is no `AppError` may say more than callers may know. */
export function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message.slice(0, REASON_CHARS_MAX);
  return 'The server failed; its log says why';
}
