import { Bus } from '@lectern/bus';
import type { AccountMemberTarget } from '@lectern/contracts/accounts';
import { accessChanged, type AccountRole, AppError, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { MemberRepository } from '../account/member.repository';
import type { MembershipChange } from './changed-members';
import { MembershipWriter } from './membership-writer';

/** Changes members of any account, for administrators of the deployment. */
@Injectable()
export class ManagedMemberService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly members: MemberRepository,
    private readonly writer: MembershipWriter,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `not_found`, `conflict` for a member, `quota_exceeded` */
  add(target: AccountMemberTarget, role: AccountRole, by: Principal): Promise<null> {
    return this.change(target, { grants: [{ userId: target.user_id, role }], leaving: [], by }, async (account, tx) => {
      const present = await this.members.membersAmong(account, [target.user_id], tx);
      if (present.size > 0) throw new AppError('conflict', 'The user is a member of the account already');
    });
  }

  /** @throws AppError `not_found`, `conflict` */
  modify(target: AccountMemberTarget, role: AccountRole, by: Principal): Promise<null> {
    return this.change(target, { grants: [{ userId: target.user_id, role }], leaving: [], by }, (account, tx) =>
      this.members.get(account, target.user_id, tx),
    );
  }

  /** @throws AppError `not_found`, `conflict` */
  remove(target: AccountMemberTarget, by: Principal): Promise<null> {
    return this.change(target, { grants: [], leaving: [target.user_id], by }, (account, tx) =>
      this.members.get(account, target.user_id, tx),
    );
  }

  private async change(
    { account: named }: AccountMemberTarget,
    changes: MembershipChange,
    check: (account: string, tx: EntityManager) => Promise<unknown>,
  ): Promise<null> {
    const touched = await this.transactions.run(async (tx) => {
      const { id } = await this.accounts.get(named, tx);
      await this.members.lock(id, tx);
      await check(id, tx);
      return this.writer.change(id, changes, tx);
    });
    for (const user of touched) this.bus.publish(accessChanged, { user });
    return null;
  }
}
