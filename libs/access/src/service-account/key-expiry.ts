import { invalidRequest, parseInstant } from '@lectern/contracts/core';
import { API_KEY_LIFETIME_DAYS_MAX } from '@lectern/contracts/knowledge-box';

const DAY_MS = 86_400_000;

/**
 * When an API key ends, as clients say it: Unix seconds as a number or as text, or an ISO 8601 date.
 *
 * @throws AppError `invalid_request` for anything else, a time that is past, or one more than 1095 days ahead
 */
export function keyExpiry(expires: unknown, now: Date): Date {
  const date = readExpiry(expires);
  if (!date) throw expiryRefusal('datetime_parsing', 'Input should be Unix seconds or a valid datetime', expires);
  if (date <= now) throw expiryRefusal('value_error', 'Value error, expires must be in the future', expires);
  if (date.getTime() > now.getTime() + API_KEY_LIFETIME_DAYS_MAX * DAY_MS) {
    throw expiryRefusal(
      'value_error',
      `Value error, expires must be at most ${API_KEY_LIFETIME_DAYS_MAX} days ahead`,
      expires,
    );
  }
  return date;
}

function readExpiry(expires: unknown): Date | undefined {
  if (typeof expires === 'number' && Number.isInteger(expires)) return dateOfSeconds(expires);
  if (typeof expires !== 'string') return undefined;
  return /^\d{1,12}$/.test(expires) ? dateOfSeconds(Number(expires)) : parseInstant(expires);
}

function dateOfSeconds(seconds: number): Date | undefined {
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function expiryRefusal(type: string, msg: string, input: unknown) {
  return invalidRequest([{ type, loc: ['body', 'expires'], msg, input }]);
}
