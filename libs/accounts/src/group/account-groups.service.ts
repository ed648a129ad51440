import type {
  AccountGroup,
  AccountGroupChanges,
  AccountGroupList,
  AccountGroupMemberList,
  AccountGroupTarget,
} from '@lectern/contracts/accounts';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountGroupRepository } from './account-group.repository';
import type { GroupChange } from './group-change';
import { GroupWriter } from './group-writer';

const NOBODY: GroupChange = { replacesMembers: false, members: new Map() };
const origin = 'hand';

/** Shows owners the groups of their account, and changes those that they made. */
@Injectable()
export class AccountGroups {
  constructor(
    private readonly transactions: Transactions,
    private readonly groups: AccountGroupRepository,
    private readonly writer: GroupWriter,
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

  /** @throws AppError `conflict`, `quota_exceeded` */
  async create(account: string, named: string, by: Principal): Promise<AccountGroup> {
    const change = { ...NOBODY, name: named.trim() };
    return this.transactions.run(async (tx) => {
      const id = await this.writer.add(account, { change, by, origin }, tx);
      const made = (await this.groups.list(account, tx)).find((group) => group.id === id);
      if (!made) throw new AppError('not_found', 'Group not found');
      return made;
    });
  }

  /** @throws AppError `not_found`, `conflict` */
  async rename(target: AccountGroupTarget, named: string, by: Principal): Promise<null> {
    return this.change(target, { ...NOBODY, name: named.trim() }, by);
  }

  /** @throws AppError `bad_request`, `not_found`, `conflict`, `quota_exceeded` */
  async update(
    target: AccountGroupTarget,
    { add, delete: leaving }: AccountGroupChanges,
    by: Principal,
  ): Promise<null> {
    const members = [...(add ?? []).map(entering), ...(leaving ?? []).map(leavingOne)];
    return this.change(target, { ...NOBODY, members: new Map(members) }, by);
  }

  /** @throws AppError `not_found`, `conflict` */
  async delete({ account, group_id: id }: AccountGroupTarget, by: Principal): Promise<null> {
    await this.transactions.run((tx) => this.writer.remove({ account, id }, { by, origins: ['hand', 'saml'] }, tx));
    return null;
  }

  private async change(
    { account, group_id: id }: AccountGroupTarget,
    change: GroupChange,
    by: Principal,
  ): Promise<null> {
    await this.transactions.run((tx) => this.writer.change({ account, id }, { change, by, origin }, tx));
    return null;
  }
}

function entering(id: string) {
  return [id.toLowerCase(), true] as const;
}

function leavingOne(id: string) {
  return [id.toLowerCase(), false] as const;
}
