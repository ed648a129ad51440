import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { type ExternalPerson, ExternalUsers } from '../single-sign-on/external-users';
import { SignInMembership } from '../single-sign-on/sign-in-membership';
import type { ProviderSettings } from '../provider-settings/provider-settings';

/** Turns people whom a provider vouches for into users. */
@Injectable()
export class ProviderUsers {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: ExternalUsers,
    private readonly accounts: AccountRepository,
    private readonly membership: SignInMembership,
  ) {}

  /**
   * @returns id of the user
   * @throws AppError as `ExternalUsers`, `not_found` when the account of the settings is gone
   */
  signIn(person: ExternalPerson, { makesUsers, account }: ProviderSettings): Promise<string> {
    return this.transactions.run(async (tx) => {
      const userId = await this.users.signIn(person, { makesUsers }, tx);
      if (account === undefined) return userId;
      const { id } = await this.accounts.get(account, tx);
      await this.membership.join(id, userId, tx);
      return userId;
    });
  }
}
