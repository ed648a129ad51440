import { Bus } from '@lectern/bus';
import { readUserNames, type UserNames } from '@lectern/contracts/accounts';
import { accessChanged, AppError, systemPrincipal } from '@lectern/contracts/core';
import {
  KNOWLEDGE_BOX_USERS_MAX,
  type KnowledgeBoxUserChanges,
  type KnowledgeBoxUserList,
  type KnowledgeBoxUserQuery,
} from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { KnowledgeBoxUserRepository } from './knowledge-box-user.repository';
import { Injectable } from '@nestjs/common';
import { changedUsers, refuseBadChanges } from './changed-users';

@Injectable()
export class KnowledgeBoxUserService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: KnowledgeBoxUserRepository,
    private readonly bus: Bus,
  ) {}

  async list(kbid: string, { include_user_detail }: KnowledgeBoxUserQuery): Promise<KnowledgeBoxUserList> {
    const rows = await this.transactions.read((tx) => this.users.list(kbid, tx));
    const users = rows.map(({ userId, role }) => ({ id: userId, role }));
    if (!include_user_detail) return { users };
    const names = new Map((await this.names(users.map(({ id }) => id))).map((user) => [user.id, user]));
    return {
      users: users.map((user) => ({
        ...user,
        name: names.get(user.id)?.name ?? '',
        email: names.get(user.id)?.email ?? '',
      })),
    };
  }

  /** Whether somebody with this mail address, in lower case, has a role on the box. */
  async isUser(kbid: string, email: string): Promise<boolean> {
    const { users } = await this.list(kbid, { include_user_detail: true });
    return users.some((user) => user.email === email);
  }

  /**
   * All or nothing.
   *
   * @throws AppError `not_found` for a user that does not exist or, in `update`, has no role; `conflict` for the last
   *   owner; `quota_exceeded`
   */
  async update(kbid: string, changes: KnowledgeBoxUserChanges): Promise<null> {
    const { granted, removed } = changedUsers(changes);
    const changed = new Set([...removed, ...granted.map(({ userId }) => userId)]);
    await this.refuseUnknown(granted.map(({ userId }) => userId));
    await this.transactions.run(async (tx) => {
      await admitWithinQuota(tx, {
        name: `users/${kbid}`,
        count: async () => (await this.users.list(kbid, tx)).filter(({ userId }) => !changed.has(userId)).length,
        max: KNOWLEDGE_BOX_USERS_MAX,
        adding: granted.length,
        refusal: `A knowledge box has at most ${KNOWLEDGE_BOX_USERS_MAX} users`,
      });
      // Others that change users of the box wait until this transaction ends.
      refuseBadChanges(await this.users.list(kbid, tx), changes);
      await this.users.delete(kbid, removed, tx);
      await this.users.put(kbid, granted, tx);
    });
    for (const user of changed) this.bus.publish(accessChanged, { user });
    return null;
  }

  /** From all boxes of an account that the users left. */
  async removeFromAccount(account: string, users: readonly string[]): Promise<void> {
    await this.transactions.run((tx) => this.users.deleteFromAccount(account, users, tx));
    for (const user of users) this.bus.publish(accessChanged, { user });
  }

  private async refuseUnknown(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const known = new Set((await this.names(ids)).map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw new AppError('not_found', `User ${unknown} not found`);
  }

  private async names(ids: readonly string[]): Promise<UserNames['users']> {
    const unique = [...new Set(ids)];
    return (await this.bus.request(readUserNames, { body: { ids: unique } }, { principal: systemPrincipal })).users;
  }
}
