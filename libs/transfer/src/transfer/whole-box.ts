import { AppError, type Principal, visibilityOfReads } from '@lectern/contracts/core';

/**
 * A file has all of a box, hidden and restricted resources included: guests of a published box have no part in it.
 *
 * @throws AppError `forbidden`
 */
export function requireWholeBox(principal: Principal): void {
  if (!visibilityOfReads(principal).hidden) throw new AppError('forbidden', 'Forbidden');
}
