import type { AccountGroupList, AccountGroupMemberList, AccountGroupTarget } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountGroupRepository } from './account-group.repository';

/** Shows owners the groups of their account. */
@Injectable()
export class AccountGroups {
  constructor(
    private readonly transactions: Transactions,
    private readonly groups: AccountGroupRepository,
  ) {}

  async list(account: string): Promise<AccountGroupList> {
    return { groups: await this.transactions.read((tx) => this.groups.list(account, tx)) };
  }

  /** @throws AppError `not_found` */
  async members({ account, group_id: id }: AccountGroupTarget): Promise<AccountGroupMemberList> {
    return this.transactions.read(async (tx) => {
      if (!(await this.groups.find(account, id, tx))) throw new AppError('not_found', 'Group not found');
      return { users: await this.groups.people(account, id, tx) };
    });
  }
}
