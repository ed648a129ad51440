import { AppError, type HttpAnswer, type HttpBinding, type PageLanguage, statusOf } from '@lectern/contracts/core';

/** Clients retry an unavailable service, or a full queue, after a second or two. */
const RETRY_AFTER_S = 2;
/** Room is made by people, or by deletions that take their time. */
const RETRY_WHEN_FULL_AFTER_S = 60;
/** When it is worth trying again, by status. */
const waits = new Map<number, number>([
  [statusOf.rate_limited, RETRY_AFTER_S],
  [statusOf.unavailable, RETRY_AFTER_S],
  [statusOf.storage_full, RETRY_WHEN_FULL_AFTER_S],
]);

export const UNHANDLED = 'Something went wrong, please contact your administrator';

/** Whether an error says something to the caller; anything else is a bug of ours. */
export function isAnswerable(error: unknown): boolean {
  return (error instanceof AppError && error.code !== 'internal') || clientStatusOf(error) !== undefined;
}

type Envelope = NonNullable<HttpBinding['refusal']>;

/** How any error is answered: `{"detail": …}` unless an operation has another envelope, for bugs without details. */
export function errorAnswer(
  error: unknown,
  envelope?: Envelope,
  language?: PageLanguage,
): HttpAnswer & { readonly status: number } {
  const plain = plainAnswer(error);
  if (!envelope) return plain;
  const known = isAnswerable(error) && error instanceof AppError ? error : new AppError('internal', UNHANDLED);
  const { status = plain.status, headers, body } = envelope(known, { language });
  return { status, headers: { ...plain.headers, ...headers }, body };
}

function plainAnswer(error: unknown): HttpAnswer & { readonly status: number } {
  if (error instanceof AppError && error.code !== 'internal') {
    const { status, message, details } = error;
    return {
      status,
      headers: { ...headersOf(status), ...details.headers },
      body: { detail: details.detail ?? (status === 429 ? waitOf(message) : message) },
    };
  }
  const status = clientStatusOf(error);
  if (status !== undefined && error instanceof Error) return { status, body: { detail: error.message } };
  return { status: 500, body: { detail: UNHANDLED } };
}

function headersOf(status: number): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  const waitS = waits.get(status);
  return waitS === undefined ? {} : { 'retry-after': String(waitS) };
}

/** Clients read from every 429 until when to wait, in seconds since the epoch. */
function waitOf(message: string): object {
  return { message, try_after: Date.now() / 1_000 + RETRY_AFTER_S };
}

/** Status of an error by which Fastify refuses a request. */
function clientStatusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || !('code' in error)) return undefined;
  const { statusCode, code } = error;
  const isRefusal = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return isRefusal && String(code).startsWith('FST_') ? statusCode : undefined;
}
