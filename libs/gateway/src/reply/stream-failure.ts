import { AppError } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';

const logger = new Logger('Gateway');

export interface FailedStream {
  readonly operation: string;
  readonly requestId: string;
}

/**
 * Logs why a stream broke off after its status had gone out: what a caller may see with its code, anything else with
 * its stack. A client that hung up is no failure.
 */
export function logStreamFailure(error: unknown, { operation, requestId }: FailedStream): void {
  if (!(error instanceof AppError)) {
    logger.error({ message: 'A stream failed', err: error, operation, requestId });
  } else if (error.code !== 'cancelled') {
    logger.warn({ message: `A stream ended early: ${error.message}`, code: error.code, operation, requestId });
  }
}
