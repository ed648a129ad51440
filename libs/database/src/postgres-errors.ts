import { AppError } from '@lectern/contracts/core';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const DISK_FULL = '53100';
const TOO_MANY_CONNECTIONS = '53300';
/** Text that Postgres cannot store: the character NUL, as text or escaped in JSON. */
const unstorableCodes = new Set(['22021', '22P05']);
const awayCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  TOO_MANY_CONNECTIONS,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of the driver and TypeORM that come without a code. */
const awayTexts = new RegExp(
  [
    'Query runner already released',
    'query runner was already released',
    'timeout exceeded when trying to connect',
    'Connection terminated',
    'Client has encountered a connection error',
    'pool after calling end',
  ].join('|'),
  'i',
);

/** Whether `error`, as thrown by TypeORM or `pg`, is a violation of a unique constraint (of that one, when named). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (driverErrorMember(error, 'code') !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || driverErrorMember(error, 'constraint') === constraint;
}

/** Whether a retry of the same transaction may succeed. */
export function isTransientFailure(error: unknown): boolean {
  const code = driverErrorMember(error, 'code');
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/** Converts a failure of the database itself into an error for callers; returns other errors unchanged. */
export function databaseError(error: unknown): unknown {
  const code = driverErrorMember(error, 'code') ?? '';
  const options = { cause: error };
  if (code === QUERY_CANCELED || code === LOCK_NOT_AVAILABLE) {
    return new AppError('deadline_exceeded', 'The database took too long', {}, options);
  }
  if (unstorableCodes.has(code)) {
    return new AppError('invalid_request', 'Text must not contain the character NUL', {}, options);
  }
  if (code === DISK_FULL) return new AppError('storage_full', 'The database has no room left', {}, options);
  const isAway = awayCodes.has(code) || awayTexts.test(driverErrorMember(error, 'message') ?? '');
  return isAway ? databaseAway(error) : error;
}

const IS_AWAY = 'The database is not available';

/** The error for callers while the database cannot be reached. */
export function databaseAway(cause?: unknown): AppError {
  return new AppError('unavailable', IS_AWAY, {}, { cause });
}

/** Whether an error, possibly received over the bus, says that one of our databases could not be reached. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable' && error.message === IS_AWAY;
}

/** TypeORM's error has the members of the driver's error. */
function driverErrorMember(error: unknown, member: 'code' | 'constraint' | 'message'): string | undefined {
  if (typeof error !== 'object' || error === null || !(member in error)) return undefined;
  const value: unknown = Reflect.get(error, member);
  return typeof value === 'string' ? value : undefined;
}
