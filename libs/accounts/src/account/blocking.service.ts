import { Bus } from '@lectern/bus';
import type { BlockingStatus, ManagedAccountList } from '@lectern/contracts/accounts';
import { accessChanged, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { noteAct } from '../audit-log/note-act';
import { managedAccount } from './account-record';
import { AccountRepository } from './account.repository';
import { blockingOf } from './blocking';

const LISTED_MAX = 10_000;

/** Operations on accounts for administrators of the deployment. */
@Injectable()
export class BlockingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly bus: Bus,
  ) {}

  async list(): Promise<ManagedAccountList> {
    const [accounts, members] = await this.transactions.read((tx) =>
      Promise.all([this.accounts.listAll(LISTED_MAX, tx), this.accounts.memberCounts(tx)]),
    );
    return { accounts: accounts.map((account) => managedAccount(account, members.get(account.id) ?? 0)) };
  }

  /** @throws AppError `not_found` */
  async set(idOrSlug: string, status: BlockingStatus, principal: Principal): Promise<null> {
    const account = await this.transactions.run(async (tx) => {
      const { id } = await this.accounts.get(idOrSlug, tx);
      const blocking = blockingOf(status);
      await this.accounts.setBlocking(id, blocking, tx);
      await noteAct({ action: 'account_blocked', principal, account: id, details: blocking }, tx);
      return id;
    });
    this.bus.publish(accessChanged, { account });
    return null;
  }
}
