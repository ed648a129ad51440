import { AppError } from '@lectern/contracts/core';
import { BrokenCircuitError } from 'cockatiel';

const MESSAGE_CHARS_MAX = 300;
const noRoom = /no space left|disk (is )?full|exceeds available disk space|disk quota|out of (disk )?space/i;

/** Code or message: `fetch` keeps only the message of an error from another realm. */
const cutOff = /UND_ERR_SOCKET|ECONNRESET|EPIPE|other side closed/;

/** Converts an error of the client or the network into ours. */
export function qdrantError(error: unknown, retryAfterS: number): AppError | Error {
  if (error instanceof AppError) return error;
  const options = { cause: error };
  if (error instanceof BrokenCircuitError) {
    const headers = { 'Retry-After': String(retryAfterS) };
    return new AppError('unavailable', 'Qdrant failed repeatedly and is left alone for a moment', { headers }, options);
  }
  const status = qdrantStatus(error);
  const message = qdrantMessage(error).slice(0, MESSAGE_CHARS_MAX);
  if (status === undefined) return new AppError('unavailable', `Qdrant cannot be reached: ${message}`, {}, options);
  if (noRoom.test(message)) return new AppError('storage_full', `Qdrant has no room left: ${message}`, {}, options);
  if (status === 401 || status === 403)
    return new AppError('unavailable', `Qdrant refuses the key: ${message}`, {}, options);
  if (status === 404) return new AppError('not_found', message, {}, options);
  if (status >= 500 || status === 408 || status === 429)
    return new AppError('unavailable', `Qdrant failed: ${message}`, {}, options);
  return new Error(`Qdrant refused a request (${status}): ${message}`, options);
}

/** Whether Qdrant itself has a problem, as opposed to a wrong or cancelled request. */
export function isQdrantFailure(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'storage_full');
}

/** Whether Qdrant answered, refusing this collection. */
export function isOfCollection(error: unknown): boolean {
  return error instanceof Error && qdrantStatus(error.cause) !== undefined;
}

/** The connection ended before the answer, whether or not Qdrant executed the request: it closes idle connections. */
export function isCutOff(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (cutOff.test(`${Reflect.get(error, 'code')} ${Reflect.get(error, 'message')}`)) return true;
  return isCutOff(Reflect.get(error, 'cause'));
}

/** Whether the request was about a missing collection. */
export function isCollectionMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

function qdrantStatus(error: unknown): number | undefined {
  const isAnswer = typeof error === 'object' && error !== null && 'status' in error;
  return isAnswer && typeof error.status === 'number' ? error.status : undefined;
}

/** Qdrant's own message, otherwise the network error below `fetch failed`. */
function qdrantMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('data' in error && typeof error.data === 'object' && error.data !== null && 'status' in error.data) {
    const { status } = error.data;
    if (typeof status === 'object' && status !== null && 'error' in status) return String(status.error);
  }
  if ('cause' in error && typeof error.cause === 'object' && error.cause !== null) return qdrantMessage(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return 'message' in error && error.message ? String(error.message) : code;
}
