import { Bus } from '@lectern/bus';
import { accessChanged, AppError, type Principal } from '@lectern/contracts/core';
import { lockName, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { MembershipWriter } from '../member/membership-writer';
import { UserRepository } from '../user/user.repository';

/** Deletes users who want to go. */
@Injectable()
export class UserDeletion {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
    private readonly members: MembershipWriter,
    private readonly bus: Bus,
  ) {}

  /** Tokens, sessions and memberships go with the user. @throws AppError `conflict`, `unauthorized` */
  async delete({ id }: Principal): Promise<null> {
    await this.transactions.run(async (tx) => {
      // Of two last owners who leave at once, one stays.
      await lockName(tx, 'owners');
      const user = await this.users.findLiving(id, tx);
      if (!user) throw new AppError('unauthorized', 'Unauthorized');
      const memberships = await this.accounts.memberships(id, tx);
      const owned = memberships.filter(({ role }) => role === 'AOWNER');
      const alone = await this.accounts.withOneOwner(
        owned.map(({ account }) => account.id),
        tx,
      );
      const left = owned.filter(({ account }) => alone.has(account.id)).map(({ account: { slug } }) => slug);
      if (left.length > 0)
        throw new AppError('conflict', `You are the only owner of ${left.join(', ')}: add another owner, or delete it`);
      if (user.type === 'ROOT' && (await this.users.countRoots(tx)) === 1)
        throw new AppError('conflict', 'You are the only user who runs this deployment');
      // In the order of ids, as everybody who locks several; zones take away roles on boxes by a task.
      for (const { account } of memberships.toSorted((a, b) => (a.account.id < b.account.id ? -1 : 1)))
        await this.members.change(account.id, { grants: [], leaving: [id], by: { kind: 'user', id } }, tx);
      await this.users.delete(id, tx);
    });
    this.bus.publish(accessChanged, { user: id });
    return null;
  }
}
