import { handlersOf } from '@lectern/bus';
import { purgeFormerAccount, removeFormerMembersOfAccount } from '@lectern/contracts/knowledge-box';
import { FormerAccountService } from './former-account.service';

export const FormerAccountHandlers = handlersOf(FormerAccountService)
  .answer(removeFormerMembersOfAccount, (former, { body }) => former.removeMembers(body))
  .answer(purgeFormerAccount, (former, { body, signal }) => former.purge(body.account, signal));
