import { AppError, memberNamed } from '@lectern/contracts/core';
import { BrokenCircuitError } from 'cockatiel';

const MESSAGE_CHARS_MAX = 300;
const noRoom = /insufficientstorage|storagefull|quotaexceeded|no space left|not enough (disk )?space|no free volumes/i;

/** Translates errors of the SDK and of the network. */
export function s3Error(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const options = { cause: error };
  if (error instanceof BrokenCircuitError)
    return new AppError(
      'unavailable',
      'The object store failed repeatedly and is left alone for a moment',
      {},
      options,
    );
  const reason = s3Reason(error);
  if (noRoom.test(reason)) return new AppError('storage_full', 'There is no room left to store it', {}, options);
  if (s3Status(error) === 404 && s3ErrorName(error) !== 'NoSuchBucket')
    return new AppError('not_found', 'The blob does not exist', {}, options);
  return new AppError('unavailable', `The object store failed: ${reason}`, {}, options);
}

/** Whether the error means that the object store is unhealthy, not that a blob is missing. */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'storage_full');
}

export function s3Status(error: unknown): number | undefined {
  const metadata = memberNamed(error, '$metadata');
  const status = memberNamed(metadata, 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}

export function s3ErrorName(error: unknown): string {
  const name = memberNamed(error, 'name');
  return typeof name === 'string' ? name : '';
}

/** The error's name and message; the SDK sometimes leaves one of them empty. */
export function s3Reason(error: unknown): string {
  const message = memberNamed(error, 'message');
  const code = memberNamed(error, 'code');
  const parts = [s3ErrorName(error), code, message].filter((part) => typeof part === 'string' && part !== '');
  return (
    [...new Set(parts)]
      .filter((part) => part !== 'Error')
      .join(': ')
      .slice(0, MESSAGE_CHARS_MAX) || String(error)
  );
}
