import { AppError } from '@lectern/contracts';

/** Whether an error is about what was asked; anything else is a failure of a part, which search can do without. */
export function isCallers(error: unknown): boolean {
  return error instanceof AppError && ['invalid_query', 'invalid_request', 'cancelled'].includes(error.code);
}
