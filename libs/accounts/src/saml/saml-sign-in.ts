import { AppError, accessChanged } from '@lectern/contracts/core';
import { Bus } from '@lectern/bus';
import { onCommit } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { ExternalUsers } from '../single-sign-on/external-users';
import type { IdentityProvider } from '../saml-settings/saml-settings';
import type { SignedPerson } from './signed-assertion';
import { UsedAssertions } from './used-assertions';

/** Turns an assertion into a user of the account. */
@Injectable()
export class SamlSignIn {
  constructor(
    private readonly used: UsedAssertions,
    private readonly users: ExternalUsers,
    private readonly accounts: AccountRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * @returns id of the user, who is a member of the account
   * @throws AppError `forbidden` for an assertion that was used, an address of another domain, and as `ExternalUsers`
   */
  async signIn({ accountId, domains }: IdentityProvider, person: SignedPerson, tx: EntityManager): Promise<string> {
    if (!(await this.used.use(accountId, person, tx)))
      throw new AppError('forbidden', 'The assertion has been used already');
    const email = person.emails.find((address) => domains.includes(domainOf(address)));
    if (email === undefined)
      throw new AppError('forbidden', 'The address is of a domain that the account does not declare');
    const { subject = email, name } = person;
    const external = { provider: `saml:${accountId}`, subject, email, name };
    const userId = await this.users.signIn(external, { accountId, makesUsers: true }, tx);
    if ((await this.accounts.roleOf(accountId, userId, tx)) === undefined) {
      await this.accounts.addMember(accountId, userId, tx);
      onCommit(tx, () => this.bus.publish(accessChanged, { user: userId }));
    }
    return userId;
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
