import { AppError, type Principal } from '@lectern/contracts/core';

/** Both keys and knowledge boxes belong to an account. */
export function accountOf({ account }: Principal): string {
  if (account === undefined) throw new AppError('forbidden', 'Forbidden');
  return account;
}
