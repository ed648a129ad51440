import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import type { MemberRoleGrant } from '../account/member.repository';
import { AccountLimits } from '../limits/account-limits';
import { UserRepository } from '../user/user.repository';

/** Who may be added to an account, and how many. */
@Injectable()
export class MemberLimits {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly users: UserRepository,
    private readonly limits: AccountLimits,
  ) {}

  /** Most members of an account; undefined without a limit. @throws AppError `not_found` */
  async of(account: string, tx: EntityManager): Promise<number | undefined> {
    const { type, limits } = await this.accounts.get(account, tx);
    return this.limits.set(type, limits).max_users;
  }

  /** @throws AppError `not_found` */
  async requireUsers(grants: readonly MemberRoleGrant[], tx: EntityManager): Promise<void> {
    const found = await this.users.findMany(
      grants.map(({ userId }) => userId),
      tx,
    );
    const living = new Set(found.filter(({ disabled }) => !disabled).map(({ id }) => id));
    const missing = grants.find(({ userId }) => !living.has(userId));
    if (missing) throw new AppError('not_found', `There is no user ${missing.userId}; invite people by mail instead`);
  }
}
