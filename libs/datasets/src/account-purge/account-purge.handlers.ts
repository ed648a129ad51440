import { handlersOf } from '@lectern/bus';
import { purgeAccountRows } from '@lectern/contracts/understanding';
import { AccountRowsPurge } from './account-rows-purge';

export const AccountPurgeHandlers = handlersOf(AccountRowsPurge).answer(purgeAccountRows, (rows, { body, signal }) =>
  rows.purge(body.account, signal),
);
