import { AppError, invalidRequest, parseInstant } from '@lectern/contracts/core';

/**
 * When a personal access token ends: at the date given, or one calendar year from now.
 *
 * @throws AppError `invalid_request` for an invalid or past date
 */
export function tokenExpiry(
  expirationDate: string | null | undefined,
  now: Date,
  loc: readonly [string, string] = ['body', 'expiration_date'],
): Date {
  if (expirationDate === null || expirationDate === undefined) return oneYearAfter(now);
  const expires = parseInstant(expirationDate);
  if (!expires)
    throw invalidRequest([
      { type: 'datetime_parsing', loc, msg: 'Input should be a valid datetime', input: expirationDate },
    ]);
  if (expires <= now) {
    const msg = `Value error, ${loc[1]} must be in the future`;
    throw invalidRequest([{ type: 'value_error', loc, msg, input: expirationDate }]);
  }
  return expires;
}

/** @throws AppError `unauthorized` when it is over */
export function refuseExpired(expires: Date | null, now: Date): void {
  if (expires && expires <= now) throw new AppError('unauthorized', 'JWT has expired');
}

function oneYearAfter(now: Date): Date {
  const date = new Date(now);
  date.setUTCFullYear(now.getUTCFullYear() + 1);
  return date;
}
