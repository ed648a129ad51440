import { Handles } from '@lectern/bus';
import { getAccount, listAccounts, listKnowledgeBoxIndex, resolveAccount } from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { AccountService } from './account.service';

@Controller()
export class AccountHandlers {
  constructor(private readonly accounts: AccountService) {}

  @Handles(listAccounts)
  list({ principal }: Request<typeof listAccounts>) {
    return this.accounts.list(principal);
  }

  @Handles(getAccount)
  get({ params, ...call }: Request<typeof getAccount>) {
    return this.accounts.get(params.account, call);
  }

  @Handles(listKnowledgeBoxIndex)
  index({ params, ...call }: Request<typeof listKnowledgeBoxIndex>) {
    return this.accounts.index(params.account, call);
  }

  @Handles(resolveAccount)
  resolve({ body }: Request<typeof resolveAccount>) {
    return this.accounts.resolve(body.account);
  }
}
