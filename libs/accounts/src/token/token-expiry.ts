import { AppError, invalidRequest, parseInstant } from '@lectern/contracts/core';

const LOC = ['body', 'expiration_date'];

/**
 * When a personal access token ends: at the date given, or one calendar year from now.
 *
 * @throws AppError `invalid_request` for an invalid or past date
 */
export function tokenExpiry(expirationDate: string | null | undefined, now: Date): Date {
  if (expirationDate === null || expirationDate === undefined) return oneYearAfter(now);
  const expires = parseInstant(expirationDate);
  if (!expires)
    throw invalidRequest([
      { type: 'datetime_parsing', loc: LOC, msg: 'Input should be a valid datetime', input: expirationDate },
    ]);
  if (expires <= now) {
    const msg = 'Value error, expiration_date must be in the future';
    throw invalidRequest([{ type: 'value_error', loc: LOC, msg, input: expirationDate }]);
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
