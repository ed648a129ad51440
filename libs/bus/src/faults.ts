import { AppError, type ErrorCode, type ErrorDetails, statusOf } from '@lectern/contracts/core';
import { noteClone } from './clones';
import { approximateBytes } from './value-size';

/** An AppError in transit. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

export function faultOf({ code, message, details }: AppError): Fault {
  return { code, message, details };
}

/** The error on the caller's side: code, message and details from the handler, nothing else. */
export function errorOf({ code, message, details }: Fault): AppError {
  return code in statusOf ? new AppError(code, message, details) : internal();
}

/** The error as every caller gets it, local or remote: without its cause, and without details that cannot be copied. */
export function visibleTo(error: AppError): AppError {
  return errorOf({ code: error.code, message: error.message, details: copyOf(error.details) });
}

function copyOf(details: ErrorDetails): ErrorDetails {
  try {
    const copy = structuredClone(details);
    noteClone(approximateBytes(copy));
    return copy;
  } catch {
    return {};
  }
}

export function internal(): AppError {
  return new AppError('internal', 'Internal error');
}

export function nobodyHandles(operation: string): AppError {
  return new AppError('unavailable', `Nobody handles ${operation} now`, { nothingDone: true });
}

/** The process that a call is addressed to never got it. */
export function processIsGone(operation: string): AppError {
  return new AppError('unavailable', `The process that ${operation} is addressed to is gone`, { nothingDone: true });
}

export function tooBusy(operation: string): AppError {
  return new AppError('unavailable', `Too many calls are running to take ${operation}`, { nothingDone: true });
}

export function deadlineExceeded(operation: string, deadlineMs: number): AppError {
  return new AppError('deadline_exceeded', `${operation} took longer than ${deadlineMs} ms`);
}

/** Why a call ended early: the abort's reason if that is an AppError, so that a missed deadline is reported as such. */
export function abortReason(signal: AbortSignal, operation: string): AppError {
  return signal.reason instanceof AppError ? signal.reason : cancelled(operation);
}

export function cancelled(operation: string): AppError {
  return new AppError('cancelled', `${operation} was cancelled`);
}

export function processStops(): AppError {
  return new AppError('unavailable', 'The process is stopping');
}

/** Calls back once with the reason; the returned function removes the listener. */
export function whenAborted(
  signal: AbortSignal | undefined,
  operation: string,
  listener: (reason: AppError) => void,
): () => void {
  if (!signal) return () => undefined;
  const aborted = () => listener(abortReason(signal, operation));
  signal.addEventListener('abort', aborted, { once: true });
  return () => signal.removeEventListener('abort', aborted);
}
