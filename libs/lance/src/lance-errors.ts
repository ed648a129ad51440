import { AppError } from '@lectern/contracts';

const messageCharsMax = 500;

/** What LanceDB threw, in our terms. */
export function indexError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = /no space left|disk quota|os error 28\b|file too large/i.test(message) ? 'storage_full' : 'unavailable';
  return new AppError(code, `The index failed: ${message.slice(0, messageCharsMax)}`, {}, { cause: error });
}

/** Whether a table is not there, or not there any more. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && /not found/i.test(error.message);
}
