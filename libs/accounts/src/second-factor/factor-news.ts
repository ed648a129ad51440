import { AppError, type Principal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import type { SignInChange } from '../mail/account-mail';
import { AccountMailer } from '../mail/account-mailer';
import type { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';

/** Tells users, and the audit log, of changes of how they sign in. */
@Injectable()
export class FactorNews {
  constructor(
    private readonly users: UserRepository,
    private readonly mailer: AccountMailer,
  ) {}

  /** @throws AppError `unauthorized` when the user is gone */
  async userOf({ id }: Pick<Principal, 'id'>, tx: EntityManager): Promise<UserEntity> {
    const user = await this.users.findLiving(id, tx);
    if (!user) throw new AppError('unauthorized', 'Unauthorized');
    return user;
  }

  /** Within the transaction of the change. @throws as `userOf` */
  async tell(principal: Principal, change: SignInChange, tx: EntityManager): Promise<void> {
    const user = await this.userOf(principal, tx);
    await noteAct({ action: 'second_factor_changed', principal, user: user.id, details: { change } }, tx);
    await this.mailer.sendSignInChanged(user, change, tx);
  }
}
