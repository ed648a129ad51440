import { AppError } from '@lectern/contracts/core';

/** The 408 of a body that takes too long. Nothing else can come on its connection. */
export function slowBody(message: string): AppError {
  return new AppError('request_timeout', message, { headers: { connection: 'close' } });
}
