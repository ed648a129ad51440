import { AppError } from '@lectern/contracts/core';

const MESSAGE_CHARACTERS_MAX = 300;
const WAIT_DEFAULT_S = 10;
const WAIT_MAX_S = 3_600;

/** Messages of servers for a prompt that exceeds the model's limit; most of them have no code for it. */
const TOO_LONG = new RegExp(
  [
    'context[ _-]?(length|window|size|limit)',
    '(prompt|input|request|messages?) (is|are) too long',
    'too many (input )?tokens',
    'token count .*exceeds',
    'exceeds the maximum number of tokens',
    'max_new_tokens.{1,3}must be',
    'maximum context',
  ].join('|'),
  'i',
);
const TOO_LONG_STATUSES: readonly (number | undefined)[] = [400, 413, 422, undefined];

/** The members of the SDK's errors that describe a failed call. */
interface Failure {
  readonly message: string;
  readonly status?: number;
  readonly retryAfter?: string;
}

/** Converts an error of the SDK, the connection or the server into ours. */
export function providerError(error: unknown, title = 'the model provider'): AppError {
  if (error instanceof AppError) return error;
  const { message, status, retryAfter } = failureOf(error);
  if (status === 429) return rateLimited(retryAfter, title, error);
  if (TOO_LONG_STATUSES.includes(status) && TOO_LONG.test(message)) return tooLong(message, title, error);
  const suffix = status === undefined ? '' : ` (${status})`;
  const text = `${title.replace(/^t/, 'T')} failed${suffix}: ${message.slice(0, MESSAGE_CHARACTERS_MAX)}`;
  return new AppError('provider_failed', text, {}, { cause: error });
}

function tooLong(message: string, title: string, cause: unknown): AppError {
  const text = `The request does not fit ${title.replace(/^the /, 'the model of the ')}`;
  return new AppError('context_too_long', `${text}: ${message.slice(0, MESSAGE_CHARACTERS_MAX)}`, {}, { cause });
}

function rateLimited(retryAfter: string | undefined, title: string, cause: unknown): AppError {
  const asked = Number(retryAfter);
  const waitS = asked > 0 ? Math.min(WAIT_MAX_S, Math.ceil(asked)) : WAIT_DEFAULT_S;
  const message = `Rate limited by ${title}`;
  const detail = { message, try_after: Date.now() / 1000 + waitS };
  return new AppError('rate_limited', message, { detail, headers: { 'Retry-After': String(waitS) } }, { cause });
}

function failureOf(error: unknown): Failure {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const message = 'message' in error ? String(error.message) : 'it sent something that is no answer';
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined;
  const headers = 'responseHeaders' in error ? error.responseHeaders : undefined;
  const isMap = typeof headers === 'object' && headers !== null && 'retry-after' in headers;
  return { message, status, retryAfter: isMap ? String(headers['retry-after']) : undefined };
}
