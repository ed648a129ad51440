import { handlersOf } from '@lectern/bus';
import {
  createAccountGroup,
  deleteAccountGroup,
  listAccountGroupMembers,
  listAccountGroups,
  renameAccountGroup,
  updateAccountGroupMembers,
} from '@lectern/contracts/accounts';
import { AccountGroups } from './account-groups.service';

export const AccountGroupHandlers = handlersOf(AccountGroups)
  .answer(listAccountGroups, (groups, { params }) => groups.list(params.account))
  .answer(listAccountGroupMembers, (groups, { params }) => groups.members(params))
  .answer(createAccountGroup, (groups, { params, body, principal }) =>
    groups.create(params.account, body.name, principal),
  )
  .answer(renameAccountGroup, (groups, { params, body, principal }) => groups.rename(params, body.name, principal))
  .answer(deleteAccountGroup, (groups, { params, principal }) => groups.delete(params, principal))
  .answer(updateAccountGroupMembers, (groups, { params, body, principal }) => groups.update(params, body, principal));
