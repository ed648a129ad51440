import { AppError } from '@lectern/contracts/core';

/**
 * The result of work that a module can do without, when it fails.
 *
 * @throws the error when the run has ended, or when it is no failure of another service
 */
export function unlessEnded(error: unknown, signal: AbortSignal): undefined {
  signal.throwIfAborted();
  if (!(error instanceof AppError) || error.code === 'internal') throw error;
  return undefined;
}
