import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { accountProvider } from '../factor-demand/factor-demand';
import { AssertedGroups } from '../group/asserted-groups';
import { ExternalUsers } from '../single-sign-on/external-users';
import { SignInMembership } from '../single-sign-on/sign-in-membership';
import type { IdentityProvider } from '../saml-settings/saml-settings';
import type { SignedPerson } from './signed-assertion';
import { UsedAssertions } from './used-assertions';

/** Turns an assertion into a user of the account, in the groups that it names. */
@Injectable()
export class SamlSignIn {
  constructor(
    private readonly used: UsedAssertions,
    private readonly users: ExternalUsers,
    private readonly membership: SignInMembership,
    private readonly groups: AssertedGroups,
  ) {}

  /**
   * @returns id of the user, who is a member of the account
   * @throws AppError `forbidden` for an assertion that was used, an address of another domain, and as `ExternalUsers`
   */
  async signIn(provider: IdentityProvider, person: SignedPerson, tx: EntityManager): Promise<string> {
    const { accountId, verifiedDomains } = provider;
    if (!(await this.used.use(accountId, person, tx)))
      throw new AppError('forbidden', 'The assertion has been used already');
    const email = person.emails.find((address) => verifiedDomains.includes(domainOf(address)));
    if (email === undefined)
      throw new AppError('forbidden', 'The address is of a domain that the account has not declared and verified');
    const { subject = email, name } = person;
    const external = { provider: accountProvider(accountId), subject, email, name };
    const userId = await this.users.signIn(external, { accountId, makesUsers: true }, tx);
    await this.membership.join(accountId, userId, tx);
    if (person.groups) await this.groups.set({ accountId, userId }, person.groups, tx);
    return userId;
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
