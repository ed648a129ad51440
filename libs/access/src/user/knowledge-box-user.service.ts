import { Bus } from '@lectern/bus';
import { readUserNames, type UserNames } from '@lectern/contracts/accounts';
import {
  AppError,
  type KnowledgeBoxRole,
  knowledgeBoxRoles,
  type Principal,
  systemPrincipal,
} from '@lectern/contracts/core';
import {
  KNOWLEDGE_BOX_USERS_MAX,
  type KnowledgeBoxUserChanges,
  type KnowledgeBoxUserList,
  type KnowledgeBoxUserQuery,
} from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import type { EntityManager } from 'typeorm';
import { AccessActs } from '../act/access-acts';
import { KnowledgeBoxUserRepository } from './knowledge-box-user.repository';
import { Injectable } from '@nestjs/common';
import { changedUsers, refuseBadChanges } from './changed-users';

@Injectable()
export class KnowledgeBoxUserService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: KnowledgeBoxUserRepository,
    private readonly acts: AccessActs,
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
  async update(kbid: string, changes: KnowledgeBoxUserChanges, principal: Principal): Promise<null> {
    const { granted, removed } = changedUsers(changes);
    const changed = new Set([...removed, ...granted.map(({ userId }) => userId)]);
    await this.refuseUnknown(granted.map(({ userId }) => userId));
    await this.transactions.run(async (tx) => {
      await this.admit(kbid, { but: changed, adding: granted.length }, tx);
      // Others that change users of the box wait until this transaction ends.
      refuseBadChanges(await this.users.list(kbid, tx), changes);
      await this.users.delete(kbid, removed, tx);
      await this.users.put(kbid, granted, tx);
      const roles = [...granted, ...removed.map((userId) => ({ userId, role: null }))];
      for (const { userId: user, role } of roles)
        await this.acts.note({ action: 'box_users_changed', principal, user, details: { kbid, role } }, tx);
    });
    this.acts.changed(changed);
    return null;
  }

  /**
   * A user accepts a role, and keeps a higher one. `offered` is asked when others that change users of the box wait.
   *
   * @throws AppError `quota_exceeded`; the errors of `offered`
   */
  async accept(
    { id: kbid, account }: { readonly id: string; readonly account: string },
    userId: string,
    { offered, tx }: { readonly offered: () => Promise<KnowledgeBoxRole>; readonly tx: EntityManager },
  ): Promise<void> {
    await this.admit(kbid, { but: new Set([userId]), adding: 1 }, tx);
    const role = higherRole(await offered(), await this.users.roleOf(kbid, userId, tx));
    await this.users.put(kbid, [{ userId, role }], tx);
    const principal: Principal = { kind: 'user', id: userId, account, roles: [] };
    await this.acts.note({ action: 'invitation_accepted', principal, user: userId, details: { kbid, role } }, tx);
  }

  /** After the transaction of `accept`. */
  changed(userId: string): void {
    this.acts.changed([userId]);
  }

  private async admit(
    kbid: string,
    { but, adding }: { readonly but: ReadonlySet<string>; readonly adding: number },
    tx: EntityManager,
  ): Promise<void> {
    await admitWithinQuota(tx, {
      name: `users/${kbid}`,
      count: async () => (await this.users.list(kbid, tx)).filter(({ userId }) => !but.has(userId)).length,
      max: KNOWLEDGE_BOX_USERS_MAX,
      adding,
      refusal: `A knowledge box has at most ${KNOWLEDGE_BOX_USERS_MAX} users`,
    });
  }

  /** From all boxes of an account that the users left. */
  async removeFromAccount(account: string, users: readonly string[]): Promise<void> {
    await this.transactions.run((tx) => this.users.deleteFromAccount(account, users, tx));
    this.acts.changed(users);
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

/** An invitation takes nothing away. */
function higherRole(one: KnowledgeBoxRole, other: KnowledgeBoxRole = one): KnowledgeBoxRole {
  return knowledgeBoxRoles.indexOf(one) > knowledgeBoxRoles.indexOf(other) ? one : other;
}
