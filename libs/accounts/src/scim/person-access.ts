import { Bus } from '@lectern/bus';
import { accessChanged, type Principal } from '@lectern/contracts/core';
import { onCommit } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { MembershipWriter } from '../member/membership-writer';
import { OpenSignIns } from '../token/open-sign-ins';

/** A person of an account, and who says so. */
export interface PersonChange {
  readonly account: string;
  readonly userId: string;
  readonly by: Principal;
}

/** Opens and ends the access of people to an account. */
@Injectable()
export class PersonAccess {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly members: MembershipWriter,
    private readonly signIns: OpenSignIns,
    private readonly bus: Bus,
  ) {}

  /** With the lowest role. A member keeps its own. @throws AppError `quota_exceeded` */
  async open({ account, userId, by }: PersonChange, tx: EntityManager): Promise<boolean> {
    if ((await this.accounts.roleOf(account, userId, tx)) !== undefined) return false;
    await this.members.change(account, { grants: [{ userId, role: 'AMEMBER' }], leaving: [], by }, tx);
    this.publish(userId, tx);
    return true;
  }

  /**
   * Takes the membership with all that follows from it, and from own users their sessions and tokens.
   *
   * @throws AppError `conflict` when the account would have no owner
   */
  async end({ account, userId, by }: PersonChange, isOwn: boolean, tx: EntityManager): Promise<boolean> {
    const isMember = (await this.accounts.roleOf(account, userId, tx)) !== undefined;
    if (isMember) await this.members.change(account, { grants: [], leaving: [userId], by }, tx);
    if (isOwn) await this.signIns.endEverything(userId, tx);
    if (isMember || isOwn) this.publish(userId, tx);
    return isMember;
  }

  private publish(user: string, tx: EntityManager): void {
    onCommit(tx, () => this.bus.publish(accessChanged, { user }));
  }
}
