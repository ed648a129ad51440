import { AppError } from '@lectern/contracts/core';

/** Hits or paragraphs that one query of an index can return. */
export const QUERY_LIMIT_MAX = 500;

/** @throws AppError `invalid_request` unless it is a whole number from `min` to `QUERY_LIMIT_MAX` */
export function checkLimit(limit: number, min = 0): void {
  if (Number.isInteger(limit) && limit >= min && limit <= QUERY_LIMIT_MAX) return;
  throw new AppError(
    'invalid_request',
    `At least ${min} and at most ${QUERY_LIMIT_MAX} can be requested at once, not ${limit}`,
  );
}
