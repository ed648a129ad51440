import { AppError } from '@lectern/contracts/core';
import { SignInNeeded } from './sign-in-needed';

/** Codes of the protocol. */
const TIMED_OUT = -32_001;
const CLOSED = -32_000;
/** Of the SDK, for an answer of another media type. */
const UNKNOWN_CONTENT = -1;
const UNKNOWN_METHOD = -32_601;
const INVALID_PARAMS = -32_602;
const foreignErrors = ['SyntaxError', 'ZodError', '$ZodError'];

/** Whether a server sent something that is no message of the protocol. */
export function isGarbage(error: unknown): boolean {
  return (
    error instanceof Error && (foreignErrors.includes(error.name) || foreignErrors.includes(error.constructor.name))
  );
}

/** Whether a server knows a tool no longer, or knows it otherwise. */
export function isOutdated(error: unknown): boolean {
  const code = failureCodeOf(error);
  return code === INVALID_PARAMS || code === UNKNOWN_METHOD;
}

/** What is wrong, for callers: never a text of the server, which may contain what it was sent. */
export function mcpFailure(error: unknown, identifier: string): AppError {
  if (error instanceof AppError) return error;
  const server = `The MCP server of ${identifier}`;
  const code = failureCodeOf(error);
  if (isGarbage(error) || code === UNKNOWN_CONTENT)
    return new AppError('unavailable', `${server} sent something else than messages of MCP`);
  if (error instanceof SignInNeeded || code === 401 || code === 403)
    return new AppError('forbidden', `${server} refuses the credentials of the driver`);
  if (code === TIMED_OUT) return new AppError('deadline_exceeded', `${server} did not answer in time`);
  if (code === CLOSED) return new AppError('unavailable', `${server} closed the connection`);
  if (code !== undefined && code >= 100)
    return new AppError('unavailable', `${server} answered with the status ${code}`);
  if (code !== undefined) return new AppError('invalid_request', `${server} answered with the error ${code}`);
  return new AppError('unavailable', `${server} cannot be reached`, {}, { cause: error });
}

function failureCodeOf(error: unknown): number | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : undefined;
}
