import { randomUUID } from 'node:crypto';
import type { MagicStep } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { MailTokens } from '../mail-token/mail-tokens';
import { MembershipWriter } from '../member/membership-writer';
import { PasswordRepository } from '../password/password.repository';
import type { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';
import type { AccountInvitationEntity } from './account-invitation.entity';

/** Somebody who is a user of the account now. */
export interface JoinedPerson {
  /** Ids of users whose rights changed. */
  readonly touched: readonly string[];
  /** How a person who never signed in chooses a password. */
  readonly setup: Pick<MagicStep, 'needs_initial_setpassword' | 'setup_token'>;
}

/** Makes users of people who have accepted an invitation. */
@Injectable()
export class InvitedUsers {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly users: UserRepository,
    private readonly passwords: PasswordRepository,
    private readonly tokens: MailTokens,
    private readonly writer: MembershipWriter,
  ) {}

  /** @throws AppError `bad_request` for a user who is disabled, `quota_exceeded` */
  async join({ accountId, email, role }: AccountInvitationEntity, tx: EntityManager): Promise<JoinedPerson> {
    const user = await this.userOf(email, tx);
    // An invitation takes nothing away.
    const present = await this.accounts.roleOf(accountId, user.id, tx);
    const granted = present === 'AOWNER' ? present : role;
    const grants = [{ userId: user.id, role: granted }];
    const touched = await this.writer.change(accountId, { grants, leaving: [], by: { kind: 'user', id: user.id } }, tx);
    return { touched, setup: await this.setupOf(user, tx) };
  }

  private async userOf(email: string, tx: EntityManager): Promise<UserEntity> {
    await lockName(tx, `address/${email}`);
    const user = await this.users.findByEmail(email, tx);
    if (user) return user;
    if (await this.users.isTaken(email, tx)) throw new AppError('bad_request', 'login_challenge_expired_or_invalid');
    const [name = email] = email.split('@');
    const person = { id: randomUUID(), email, name, type: 'USER', language: 'EN', created: new Date() } as const;
    const created = { ...person, avatar: null, disabled: false, lastLogin: null };
    await this.users.insert(created, tx);
    return created;
  }

  /** Others sign in as they always do: by a password, or elsewhere. */
  private async setupOf({ id, email, lastLogin }: UserEntity, tx: EntityManager): Promise<JoinedPerson['setup']> {
    if (lastLogin !== null || (await this.passwords.findHash(id, tx)) !== undefined)
      return { needs_initial_setpassword: false };
    const token = await this.tokens.issue({ kind: 'set-up', email, userId: id }, tx);
    return { needs_initial_setpassword: true, setup_token: token };
  }
}
