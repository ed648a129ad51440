import { randomUUID } from 'node:crypto';
import { AppError } from '@lectern/contracts/core';
import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';
import { ExternalIdentityEntity } from './external-identity.entity';

/** A person as a provider vouches for them. */
export interface ExternalPerson {
  /** `saml:<account>`, or the name of a provider. */
  readonly provider: string;
  /** Id at the provider. */
  readonly subject: string;
  /** Lower case; the provider has verified it. */
  readonly email: string;
  /** Absent: the part of the address before `@`. */
  readonly name?: string | undefined;
}

/** How far the word of a provider goes. */
export interface Trust {
  /** Account that the provider belongs to; people of others are not its to let in. Absent: one of the deployment. */
  readonly accountId?: string;
  /** Whether it may make users. */
  readonly makesUsers: boolean;
}

export const OTHER_PERSON =
  'A user with this address exists who does not sign in this way: they belong to other accounts, or run the deployment';
export const UNKNOWN_PERSON = 'user_not_registered';
export const DISABLED_PERSON = 'This user is disabled';

/** Users who sign in elsewhere. They have no password here. */
@Injectable()
export class ExternalUsers {
  constructor(
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
  ) {}

  /**
   * Finds the user of a person, by the identity first, then by the address; makes one where there is none. The owner of
   * an account decides what its identity provider says: it lets in only users whom it made, and users who belong to no
   * other account and run nothing.
   *
   * @returns id of the user
   * @throws AppError `forbidden`
   */
  async signIn(person: ExternalPerson, trust: Trust, tx: EntityManager): Promise<string> {
    const { provider, subject, email } = person;
    await lockName(tx, `external user ${email}`);
    const identity = await tx.findOneBy(ExternalIdentityEntity, { provider, subject });
    const where = identity ? { id: identity.userId } : { email };
    const user = await tx.findOneBy(UserEntity, where);
    const id = user ? await this.admit(user, identity, { trust, tx }) : await this.make(person, trust, tx);
    if (!identity)
      await tx.insert(ExternalIdentityEntity, { provider, subject, userId: id, madeUser: !user, created: new Date() });
    await tx.update(UserEntity, { id }, { lastLogin: new Date() });
    return id;
  }

  private async admit(
    { id, type, disabled }: UserEntity,
    identity: ExternalIdentityEntity | null,
    { trust: { accountId }, tx }: { readonly trust: Trust; readonly tx: EntityManager },
  ): Promise<string> {
    if (disabled) throw new AppError('forbidden', DISABLED_PERSON);
    if (accountId === undefined || identity?.madeUser) return id;
    const memberships = await this.accounts.memberships(id, tx);
    const isOurs = type === 'USER' && memberships.every(({ account }) => account.id === accountId);
    if (!isOurs) throw new AppError('forbidden', OTHER_PERSON);
    return id;
  }

  private async make({ email, name }: ExternalPerson, { makesUsers }: Trust, tx: EntityManager): Promise<string> {
    if (!makesUsers) throw new AppError('forbidden', UNKNOWN_PERSON);
    const id = randomUUID();
    const [local = email] = email.split('@');
    const user = { id, email, name: name ?? local, type: 'USER', language: 'EN' } as const;
    await this.users.insert({ ...user, avatar: null, disabled: false, lastLogin: null, created: new Date() }, tx);
    return id;
  }
}
