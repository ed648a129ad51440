import type { AccountType } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { AccountLimits, type SetLimits } from '../limits/account-limits';
import { NewAccountRules } from '../limits/new-account-rules';
import { UserRepository } from '../user/user.repository';

/** Who may create an account, and what it becomes. */
@Injectable()
export class AccountCreationRules {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly users: UserRepository,
    private readonly rules: NewAccountRules,
    private readonly all: AccountLimits,
  ) {}

  get type(): AccountType {
    return this.rules.type;
  }

  limits(): SetLimits {
    return this.all.set(this.rules.type);
  }

  /** @throws AppError `quota_exceeded`, or `unauthorized` when the user went away */
  async requireRoom(userId: string, tx: EntityManager): Promise<void> {
    await lockName(tx, `owned/${userId}`);
    const user = await this.users.findLiving(userId, tx);
    if (!user) throw new AppError('unauthorized', 'Unauthorized');
    const owned = await this.accounts.countOwned(userId, tx);
    if (this.rules.allows({ type: user.type, owned })) return;
    const max = this.rules.perUserMax;
    const remedy = max === 0 ? 'ask an administrator for one' : 'delete one, or give one away';
    throw new AppError('quota_exceeded', `You own ${owned} accounts, and a user may own ${max}; ${remedy}`);
  }
}
