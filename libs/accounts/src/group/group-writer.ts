import { randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import {
  GROUP_MEMBERS_MAX,
  type GroupOrigin,
  GROUPS_MAX,
  GROUPS_OF_USER_MAX,
  type ScimTarget,
} from '@lectern/contracts/accounts';
import { accessChanged, AppError, asUuid } from '@lectern/contracts/core';
import { admitWithinQuota, lockName, onCommit } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import type { AccountGroupEntity } from './account-group.entity';
import { AccountGroupRepository } from './account-group.repository';
import { type ChangeOfGroup, type GroupChange, type GroupDeletion, groupRefusal } from './group-change';

/** With more, caches drop all of the account. */
const USERS_PUBLISHED_MAX = 100;
/** Ids that one entry of the audit log names. */
const USERS_NOTED_MAX = 100;

const managed: Readonly<Record<GroupOrigin, string>> = {
  hand: 'Owners made this group: the identity provider does not change it',
  scim: 'The identity provider manages this group by SCIM: change it there',
  saml: 'The identity provider says at each sign-in who is in this group: change it there',
};

/** Ids of users. */
export interface ChangedPeople {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The one way to change the groups of an account. Nobody changes those that come from elsewhere. */
@Injectable()
export class GroupWriter {
  constructor(
    private readonly rows: AccountGroupRepository,
    private readonly bus: Bus,
  ) {}

  /** @returns its id. @throws AppError `bad_request`, `conflict`, `quota_exceeded` */
  async add(accountId: string, { change, by: principal, origin }: ChangeOfGroup, tx: EntityManager): Promise<string> {
    await this.lock(accountId, tx);
    const before = await this.rows.count(accountId, tx);
    await admitWithinQuota(tx, {
      name: `groups/${accountId}`,
      count: async () => before,
      max: GROUPS_MAX,
      refusal: `An account has at most ${GROUPS_MAX} groups`,
    });
    const now = new Date();
    const made = { id: randomUUID(), accountId, origin, created: now, modified: now };
    const group = { ...made, name: '', nameKey: '', externalId: null };
    const changed = await this.put(group, change, tx);
    const details = { group: group.id, name: change.name, ...noted(changed) };
    await noteAct({ action: 'group_created', principal, account: accountId, details }, tx);
    // From the first group on, everybody acts with groups.
    this.publish(accountId, before === 0 ? undefined : changed, tx);
    return group.id;
  }

  /** @throws AppError `bad_request`, `not_found`, `conflict`, `quota_exceeded` */
  async change(
    target: ScimTarget,
    { change, by: principal, origin }: ChangeOfGroup,
    tx: EntityManager,
  ): Promise<string> {
    await this.lock(target.account, tx);
    const group = await this.get(target, [origin], tx);
    const changed = await this.put({ ...group, modified: new Date() }, change, tx);
    const isRenamed = change.name !== undefined && change.name !== group.name;
    const details = { group: group.id, name: change.name ?? group.name, ...noted(changed) };
    await noteAct({ action: 'group_changed', principal, account: target.account, details }, tx);
    this.publish(target.account, isRenamed ? undefined : changed, tx);
    return group.id;
  }

  /** @throws AppError `not_found`, `conflict` */
  async remove(target: ScimTarget, { by: principal, origins }: GroupDeletion, tx: EntityManager): Promise<void> {
    await this.lock(target.account, tx);
    const { id, name } = await this.get(target, origins, tx);
    await this.rows.delete(target.account, id, tx);
    const details = { group: id, name };
    await noteAct({ action: 'group_deleted', principal, account: target.account, details }, tx);
    this.publish(target.account, undefined, tx);
  }

  /** Changes of groups of one account come one after the other. */
  async lock(account: string, tx: EntityManager): Promise<void> {
    await lockName(tx, `scim groups/${account}`);
  }

  /** SCIM does not see groups of others at all. */
  private async get(
    { account, id: named }: ScimTarget,
    origins: readonly GroupOrigin[],
    tx: EntityManager,
  ): Promise<AccountGroupEntity> {
    const id = asUuid(named);
    const group = id === undefined ? undefined : await this.rows.find(account, id, tx);
    if (!group || (origins.includes('scim') && group.origin !== 'scim'))
      throw new AppError('not_found', `The account has no group with the id ${named}`);
    if (!origins.includes(group.origin)) throw new AppError('conflict', managed[group.origin]);
    return group;
  }

  private async put(group: AccountGroupEntity, change: GroupChange, tx: EntityManager): Promise<ChangedPeople> {
    const { name = group.name, externalId = group.externalId, replacesMembers, members } = change;
    await this.rows.put({ ...group, name, nameKey: name.toLowerCase(), externalId }, tx);
    const inside = [...members].filter(([, isIn]) => isIn).map(([id]) => id);
    const outside = [...members].filter(([, isIn]) => !isIn).map(([id]) => id);
    const known = await this.rows.peopleAmong(group.accountId, inside, tx);
    const unknown = inside.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw groupRefusal(
        group.origin,
        ['bad_request', 'invalidValue'],
        `The account has no person with the id ${unknown}`,
      );
    const removed = replacesMembers
      ? await this.rows.keepOnly(group.id, inside, tx)
      : await this.rows.remove(group.id, outside, tx);
    const added = await this.rows.add(group.id, inside, tx);
    await this.refuseTooMany(group, added, tx);
    return { added, removed };
  }

  private async refuseTooMany(group: AccountGroupEntity, added: readonly string[], tx: EntityManager): Promise<void> {
    if (added.length === 0) return;
    if ((await this.rows.countPeople(group.id, tx)) > GROUP_MEMBERS_MAX)
      throw new AppError('quota_exceeded', `A group has at most ${GROUP_MEMBERS_MAX} people`);
    const [over] = await this.rows.inMoreThan(group.accountId, { userIds: added, max: GROUPS_OF_USER_MAX }, tx);
    if (over !== undefined)
      throw new AppError('quota_exceeded', `A person is in at most ${GROUPS_OF_USER_MAX} groups: ${over}`);
  }

  /** @param changed undefined: everybody may be concerned */
  publish(account: string, changed: ChangedPeople | undefined, tx: EntityManager): void {
    const users = changed && [...changed.added, ...changed.removed];
    onCommit(tx, () => {
      if (!users || users.length > USERS_PUBLISHED_MAX) this.bus.publish(accessChanged, { account });
      else for (const user of users) this.bus.publish(accessChanged, { user });
    });
  }
}

function noted({ added, removed }: ChangedPeople) {
  return {
    added: added.length,
    removed: removed.length,
    ...(added.length > 0 && { added_users: added.slice(0, USERS_NOTED_MAX) }),
    ...(removed.length > 0 && { removed_users: removed.slice(0, USERS_NOTED_MAX) }),
  };
}
