import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import { MailTokens } from '../mail-token/mail-tokens';
import { AccountMailer } from '../mail/account-mailer';
import { PasswordRepository } from '../password/password.repository';
import { voidSignInSteps } from '../second-factor/sign-in-steps';
import { OpenSignIns } from '../token/open-sign-ins';
import type { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';

/** Replaces the password of a user. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly passwords: PasswordRepository,
    private readonly tokens: MailTokens,
    private readonly signIns: OpenSignIns,
    private readonly mailer: AccountMailer,
    private readonly users: UserRepository,
  ) {}

  /** The user, and whether it has a password. @throws AppError `unauthorized` when it is gone */
  async find(userId: string, tx: EntityManager): Promise<{ readonly user: UserEntity; readonly hasOne: boolean }> {
    const user = await this.users.findLiving(userId, tx);
    if (!user) throw new AppError('unauthorized', 'Unauthorized');
    return { user, hasOne: (await this.passwords.findHash(userId, tx)) !== undefined };
  }

  /** Earlier sign-ins and links of mails end with the transaction; the user gets a mail about it. */
  async apply({ id, email, language }: UserEntity, hash: string, tx: EntityManager): Promise<void> {
    const hadOne = (await this.passwords.findHash(id, tx)) !== undefined;
    await this.passwords.put(id, hash, tx);
    await this.tokens.voidAll(id, ['recovery', 'set-up', 'address'], tx);
    await voidSignInSteps(id, tx);
    await this.signIns.endAll(id, tx);
    const principal = { kind: 'user', id } as const;
    await noteAct({ action: 'password_changed', principal, user: id, details: { first: !hadOne } }, tx);
    if (hadOne) await this.mailer.sendLink({ kind: 'passwordChanged', email, language }, tx);
  }
}
