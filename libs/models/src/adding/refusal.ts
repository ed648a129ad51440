import { AppError } from '@lectern/contracts/core';

export function refusal(message: string): AppError {
  return new AppError('invalid_request', message);
}
