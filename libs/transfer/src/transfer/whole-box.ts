import { AppError, type Principal, visibilityOfReads } from '@lectern/contracts/core';

/**
 * A file contains all of a box, including hidden and restricted resources, so neither guests of a published box nor
 * callers with security groups may create one.
 *
 * @throws AppError `forbidden`
 */
export function requireWholeBox(principal: Principal): void {
  const { hidden, groups } = visibilityOfReads(principal);
  if (!hidden || groups) throw new AppError('forbidden', 'Forbidden');
}
