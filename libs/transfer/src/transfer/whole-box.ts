import { AppError, type Principal, visibilityOfReads } from '@lectern/contracts/core';

/**
 * A file contains all of a box, including hidden and restricted resources, so guests of a published box may not create
 * one.
 *
 * @throws AppError `forbidden`
 */
export function requireWholeBox(principal: Principal): void {
  if (!visibilityOfReads(principal).hidden) throw new AppError('forbidden', 'Forbidden');
}
