import { AppError } from '@lectern/contracts/core';

/** Failures after which another attempt may succeed. */
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
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  EPIPE: 'it broke off the connection',
  ETIMEDOUT: 'it did not accept the connection in time',
  UND_ERR_BODY_TIMEOUT: 'it stopped sending',
  UND_ERR_CONNECT_TIMEOUT: 'it did not accept the connection in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its answer are too large',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_INVALID_ARG: 'a header or address cannot be sent as it is given',
  UND_ERR_SOCKET: 'it broke off the connection',
};
/** Codes of OpenSSL and Node's TLS. */
const certificateCode = /CERT|TLS|SSL|LEAF_SIGNATURE|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|ISSUER_PUBLIC_KEY/;

export function isTransient(error: unknown): boolean {
  return transientCodes.has(codeOf(error));
}

/** `unavailable` with the reason, for any network failure on the way to `url`. */
export function networkError(error: unknown, url: URL): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === 'ENOTFOUND') return notReachable(url.hostname);
  return new AppError('unavailable', `${url.host} could not be asked: ${networkReason(code)}`, {}, { cause: error });
}

/** The same error for unknown names and for internal names, so that it does not reveal which internal names exist. */
export function notReachable(hostname: string): AppError {
  return new AppError('invalid_request', `${hostname} is unknown, or not on the public internet`);
}

function networkReason(code: string): string {
  const isCertificate = certificateCode.test(code);
  return textOf[code] ?? (isCertificate ? 'its certificate is not valid' : 'its answer cannot be understood');
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
