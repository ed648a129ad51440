import { randomUUID } from 'node:crypto';
import { scimError } from '@lectern/contracts/accounts';
import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { SamlSettings } from '../saml-settings/saml-settings';
import type { ScimPersonEntity } from '../scim-person/scim-person.entity';
import { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';
import type { PersonAttributes } from './person-attributes';

/** Name and address that a person has. */
type Identity = Pick<PersonAttributes, 'email' | 'name'>;

const TAKEN =
  'A user with this address exists who is not this account’s to provision: declare the domain of the address in the ' +
  'single sign-on of the account, or invite the person by mail';

/** Which users an identity provider may touch: those whom it made, as long as they belong to nobody else. */
@Injectable()
export class PersonUsers {
  constructor(
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
    private readonly saml: SamlSettings,
  ) {}

  /**
   * The user of a new person: the one that has the address, or a new one.
   *
   * @throws AppError `conflict` when that user belongs to the account already, or to another one that does not share
   * the domain of the address; nothing tells these apart from users who run the deployment, or are disabled
   */
  async claim(
    account: string,
    { email, name }: Identity,
    tx: EntityManager,
  ): Promise<Pick<ScimPersonEntity, 'userId' | 'madeUser'>> {
    await lockName(tx, `external user ${email}`);
    const user = await tx.findOneBy(UserEntity, { email });
    if (!user) return { userId: await this.make({ email, name }, tx), madeUser: true };
    const memberships = await this.accounts.memberships(user.id, tx);
    if (memberships.some((one) => one.account.id === account))
      throw scimError('uniqueness', `There is a person with the address ${email} already`, 'conflict');
    const isFree = user.type === 'USER' && !user.disabled && memberships.length === 0;
    if (!isFree && (user.disabled || user.type !== 'USER' || !(await this.declares(account, email, tx))))
      throw scimError('uniqueness', TAKEN, 'conflict');
    return { userId: user.id, madeUser: false };
  }

  /** Whether the user was made for this account, and belongs to no other. */
  async isOwn({ accountId, userId, madeUser }: ScimPersonEntity, tx: EntityManager): Promise<boolean> {
    if (!madeUser) return false;
    const user = await this.users.findLiving(userId, tx);
    if (user?.type !== 'USER') return false;
    return (await this.accounts.memberships(userId, tx)).every(({ account }) => account.id === accountId);
  }

  /**
   * Gives an own user the name that the person has now, and the address, if its domain belongs to the account. Others
   * change these themselves.
   *
   * @throws AppError `conflict` when another user has the address
   */
  async rename(person: ScimPersonEntity, { email, name }: Identity, tx: EntityManager): Promise<boolean> {
    const user = await this.users.findLiving(person.userId, tx);
    if (!user || !(await this.isOwn(person, tx))) return false;
    const hasNewAddress = user.email !== email && (await this.declares(person.accountId, email, tx));
    if (!hasNewAddress && user.name === name) return false;
    if (hasNewAddress) {
      await lockName(tx, `external user ${email}`);
      if (await this.users.isTaken(email, tx))
        throw scimError('uniqueness', `There is a user with the address ${email} already`, 'conflict');
    }
    await this.users.update(user.id, { name, ...(hasNewAddress && { email }) }, tx);
    return true;
  }

  /** With everything that belongs to it. */
  async delete(userId: string, tx: EntityManager): Promise<void> {
    await this.users.delete(userId, tx);
  }

  private async declares(account: string, email: string, tx: EntityManager): Promise<boolean> {
    return (await this.saml.accountOf(email.slice(email.lastIndexOf('@') + 1), tx)) === account;
  }

  private async make({ email, name }: Identity, tx: EntityManager): Promise<string> {
    const id = randomUUID();
    const user = { id, email, name, type: 'USER', language: 'EN' } as const;
    await this.users.insert({ ...user, avatar: null, disabled: false, lastLogin: null, created: new Date() }, tx);
    return id;
  }
}
