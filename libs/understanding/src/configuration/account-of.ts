import { AppError, type Principal } from '@lectern/contracts/core';

/** Keys have an account, and so have knowledge boxes. @throws AppError `forbidden` */
export function accountOf({ account }: Principal): string {
  if (account === undefined) throw new AppError('forbidden', 'Forbidden');
  return account;
}
