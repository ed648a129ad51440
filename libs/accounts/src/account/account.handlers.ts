import { Handles } from '@lectern/bus';
import {
  getAccount,
  joinAccount,
  listAccounts,
  listAllAccounts,
  listKnowledgeBoxIndex,
  resolveAccount,
  setAccountBlocking,
} from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { AccountService } from './account.service';
import { BlockingService } from './blocking.service';
import { MemberService } from './member.service';

@Controller()
export class AccountHandlers {
  constructor(
    private readonly accounts: AccountService,
    private readonly members: MemberService,
    private readonly blocking: BlockingService,
  ) {}

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

  @Handles(joinAccount)
  join({ body }: Request<typeof joinAccount>) {
    return this.members.join(body);
  }

  @Handles(listAllAccounts)
  listAll() {
    return this.blocking.list();
  }

  @Handles(setAccountBlocking)
  setBlocking({ params, body }: Request<typeof setAccountBlocking>) {
    return this.blocking.set(params.account, body);
  }
}
