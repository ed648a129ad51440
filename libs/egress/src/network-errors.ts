import { AppError } from '@lectern/contracts';

/** Failures that another attempt may not meet. */
const transientCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);
const textOf: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'its name could not be resolved',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it broke off the connection',
  ENOTFOUND: 'its name is not known',
  UND_ERR_BODY_TIMEOUT: 'it stopped sending',
  UND_ERR_CONNECT_TIMEOUT: 'it did not accept the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_SOCKET: 'it broke off the connection',
};

export function isTransient(error: unknown): boolean {
  return transientCodes.has(codeOf(error));
}

/** `unavailable` with the reason, for whatever went wrong between us and `url`. */
export function networkError(error: unknown, url: URL): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const reason = textOf[code] ?? (code || 'its answer cannot be understood');
  return new AppError('unavailable', `${url.host} could not be asked: ${reason}`, {}, { cause: error });
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
