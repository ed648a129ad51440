import { Bus } from '@lectern/bus';
import type { JoinedAccount, NewMember } from '@lectern/contracts/accounts';
import { accessChanged, AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { noteAct } from '../audit-log/note-act';
import { UserRepository } from '../user/user.repository';
import { AccountRepository } from './account.repository';

/** Who belongs to an account. */
@Injectable()
export class MemberService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly users: UserRepository,
    private readonly bus: Bus,
  ) {}

  /** A member keeps its role. @throws AppError `not_found` */
  async join({ account, email }: NewMember): Promise<JoinedAccount> {
    const joined = await this.transactions.run(async (tx) => {
      const { id: accountId, slug } = await this.accounts.get(account, tx);
      const user = await this.users.findByEmail(email, tx);
      if (!user) throw new AppError('not_found', `There is no user with the address ${email}`);
      if (!(await this.accounts.addMember(accountId, user.id, tx))) return { id: user.id, slug };
      const principal = { kind: 'user', id: user.id } as const;
      const about = { account: accountId, user: user.id, details: { role: 'AMEMBER' } };
      await noteAct({ action: 'member_added', principal, ...about }, tx);
      return { id: user.id, slug };
    });
    this.bus.publish(accessChanged, { user: joined.id });
    return joined;
  }
}
