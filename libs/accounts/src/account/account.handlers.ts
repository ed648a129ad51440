import { handlersOf } from '@lectern/bus';
import {
  getAccount,
  joinAccount,
  listAccounts,
  listAllAccounts,
  listKnowledgeBoxIndex,
  resolveAccount,
  setAccountBlocking,
} from '@lectern/contracts/accounts';
import { AccountService } from './account.service';
import { BlockingService } from './blocking.service';
import { MemberService } from './member.service';

export const AccountHandlers = handlersOf(AccountService)
  .answer(listAccounts, (accounts, { principal }) => accounts.list(principal))
  .answer(getAccount, (accounts, { params, ...call }) => accounts.get(params.account, call))
  .answer(listKnowledgeBoxIndex, (accounts, { params, ...call }) => accounts.index(params.account, call))
  .answer(resolveAccount, (accounts, { body }) => accounts.resolve(body.account))
  .of(MemberService)
  .answer(joinAccount, (members, { body }) => members.join(body))
  .of(BlockingService)
  .answer(listAllAccounts, (blocking) => blocking.list())
  .answer(setAccountBlocking, (blocking, { params, body, principal }) => blocking.set(params.account, body, principal));
