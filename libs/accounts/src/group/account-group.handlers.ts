import { handlersOf } from '@lectern/bus';
import { listAccountGroupMembers, listAccountGroups } from '@lectern/contracts/accounts';
import { AccountGroups } from './account-groups.service';

export const AccountGroupHandlers = handlersOf(AccountGroups)
  .answer(listAccountGroups, (groups, { params }) => groups.list(params.account))
  .answer(listAccountGroupMembers, (groups, { params }) => groups.members(params));
