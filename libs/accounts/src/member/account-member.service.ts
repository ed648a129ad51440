import { Bus } from '@lectern/bus';
import {
  type AccountMember,
  type AccountMemberList,
  type AccountMemberTarget,
  type MemberChanges,
  MEMBERS_LISTED_MAX,
} from '@lectern/contracts/accounts';
import { accessChanged, AppError, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { MemberRepository } from '../account/member.repository';
import { changedMembers, leavesOnly } from './changed-members';
import { MembershipWriter } from './membership-writer';

/** Lists and changes who belongs to an account. */
@Injectable()
export class AccountMemberService {
  constructor(
    private readonly transactions: Transactions,
    private readonly members: MemberRepository,
    private readonly writer: MembershipWriter,
    private readonly bus: Bus,
  ) {}

  async list(account: string): Promise<AccountMemberList> {
    return { users: await this.transactions.read((tx) => this.members.list(account, MEMBERS_LISTED_MAX, tx)) };
  }

  async search(account: string, text: string): Promise<AccountMemberList> {
    const wanted = { text, limit: MEMBERS_LISTED_MAX };
    return { users: await this.transactions.read((tx) => this.members.search(account, wanted, tx)) };
  }

  /** @throws AppError `not_found` */
  async get({ account, user_id: id }: AccountMemberTarget): Promise<AccountMember> {
    return this.transactions.read((tx) => this.members.get(account, id, tx));
  }

  /** @throws AppError `forbidden`, `not_found` for a user, `conflict`, `quota_exceeded` */
  async update(account: string, changes: MemberChanges, by: Principal): Promise<null> {
    if (!by.roles.includes('AOWNER') && !leavesOnly(changes, by.id)) throw new AppError('forbidden', 'Forbidden');
    const touched = await this.transactions.run((tx) =>
      this.writer.change(account, { ...changedMembers(changes), by }, tx),
    );
    for (const user of touched) this.bus.publish(accessChanged, { user });
    return null;
  }
}
