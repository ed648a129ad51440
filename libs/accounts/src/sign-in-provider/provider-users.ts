import { Bus } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { onCommit, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { type ExternalPerson, ExternalUsers } from '../single-sign-on/external-users';
import type { ProviderSettings } from './provider-settings';

/** Turns people whom a provider vouches for into users. */
@Injectable()
export class ProviderUsers {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: ExternalUsers,
    private readonly accounts: AccountRepository,
    private readonly bus: Bus,
  ) {}

  /** @returns id of the user @throws AppError as `ExternalUsers`, `not_found` when the account of the settings is gone */
  signIn(person: ExternalPerson, { makesUsers, account }: ProviderSettings): Promise<string> {
    return this.transactions.run(async (tx) => {
      const userId = await this.users.signIn(person, { makesUsers }, tx);
      if (account === undefined) return userId;
      const { id } = await this.accounts.get(account, tx);
      if ((await this.accounts.roleOf(id, userId, tx)) !== undefined) return userId;
      await this.accounts.addMember(id, userId, tx);
      onCommit(tx, () => this.bus.publish(accessChanged, { user: userId }));
      return userId;
    });
  }
}
