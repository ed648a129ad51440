import { handlersOf } from '@lectern/bus';
import {
  addManagedMember,
  getAccountMember,
  listAccountMembers,
  modifyManagedMember,
  removeManagedMember,
  searchAccountMembers,
  updateAccountMembers,
} from '@lectern/contracts/accounts';
import { AccountMemberService } from './account-member.service';
import { ManagedMemberService } from './managed-member.service';

export const AccountMemberHandlers = handlersOf(AccountMemberService)
  .answer(listAccountMembers, (members, { params }) => members.list(params.account))
  .answer(searchAccountMembers, (members, { params, query }) => members.search(params.account, query.query))
  .answer(getAccountMember, (members, { params }) => members.get(params))
  .answer(updateAccountMembers, (members, { params, body, principal }) =>
    members.update(params.account, body, principal),
  )
  .of(ManagedMemberService)
  .answer(addManagedMember, (members, { params, body, principal }) => members.add(params, body.role, principal))
  .answer(modifyManagedMember, (members, { params, body, principal }) => members.modify(params, body.role, principal))
  .answer(removeManagedMember, (members, { params, principal }) => members.remove(params, principal));
