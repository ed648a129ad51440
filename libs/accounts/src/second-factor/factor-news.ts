import { Bus } from '@lectern/bus';
import { accessChanged, AppError, type Principal } from '@lectern/contracts/core';
import { onCommit } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import type { SignInChange } from '../mail/account-mail';
import { AccountMailer } from '../mail/account-mailer';
import type { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';

/** A change, who made it, and for which account. */
export interface ChangeOfFactor {
  readonly change: SignInChange;
  readonly by: Principal;
  /** Absent: for the user alone. */
  readonly account?: string;
}

/** Tells users, and the audit log, of changes of how they sign in. */
@Injectable()
export class FactorNews {
  constructor(
    private readonly users: UserRepository,
    private readonly mailer: AccountMailer,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `unauthorized` when the user is gone */
  async userOf({ id }: Pick<Principal, 'id'>, tx: EntityManager): Promise<UserEntity> {
    const user = await this.users.findLiving(id, tx);
    if (!user) throw new AppError('unauthorized', 'Unauthorized');
    return user;
  }

  /** Within the transaction of the change: what the user reaches may have changed, too. @throws as `userOf` */
  async tell(principal: Principal, change: SignInChange, tx: EntityManager): Promise<void> {
    await this.tellOf(await this.userOf(principal, tx), { change, by: principal }, tx);
  }

  /** The same, of a change that somebody else made. */
  async tellOf(user: UserEntity, { change, by: principal, account }: ChangeOfFactor, tx: EntityManager): Promise<void> {
    await noteAct({ action: 'second_factor_changed', principal, account, user: user.id, details: { change } }, tx);
    onCommit(tx, () => this.bus.publish(accessChanged, { user: user.id }));
    await this.mailer.sendSignInChanged(user, change, tx);
  }
}
