import { AppError } from '@lectern/contracts/core';

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /^(28P01|28000|ER_ACCESS_DENIED|ER_DBACCESS_DENIED|1045|1044|Neo\.ClientError\.Security)/,
    'it does not accept the user and password',
  ],
  [/^(3D000|ER_BAD_DB_ERROR)/, 'it has no database of that name'],
  [/^(53300|ER_CON_COUNT_ERROR|ER_TOO_MANY_USER_CONNECTIONS|ER_USER_LIMIT_REACHED)/, 'it has too many connections'],
  [/^57P03/, 'it is starting or shutting down'],
  [/^ECONNREFUSED/, 'it refused the connection'],
  [/^(ECONNRESET|EPIPE|PROTOCOL_CONNECTION_LOST|57P01)/, 'it broke off the connection'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/, 'it did not accept the connection in time'],
  [
    /CERT|TLS|SSL|ALTNAME|LEAF_SIGNATURE|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|ISSUER_PUBLIC_KEY/,
    'its certificate is not valid',
  ],
];

/**
 * Why a database cannot be used, without anything from its address, which is a secret.
 *
 * @param error of a driver
 */
export function connectionError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = errorCode(error);
  const known = reasons.find(([pattern]) => pattern.test(code))?.[1];
  const reason = known ?? 'it did not answer as a database does';
  return new AppError('unavailable', `The database could not be asked: ${reason}`, {}, { cause: error });
}

/** The code of an error; '' when it has none. */
export function errorCode(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
