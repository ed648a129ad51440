import { randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import { GROUP_MEMBERS_MAX, GROUPS_MAX, GROUPS_OF_USER_MAX, type ScimTarget } from '@lectern/contracts/accounts';
import { accessChanged, AppError, asUuid, type Principal } from '@lectern/contracts/core';
import { admitWithinQuota, lockName, onCommit } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import type { AccountGroupEntity } from '../group/account-group.entity';
import { AccountGroupRepository } from '../group/account-group.repository';
import { type GroupChange, noPerson } from './group-patch';
import { PeopleReader } from './people-reader';

/** With more, caches drop all of the account. */
const USERS_PUBLISHED_MAX = 100;
/** Ids that one entry of the audit log names. */
const USERS_NOTED_MAX = 100;

/** A change, and who makes it. */
export interface ChangeOfGroup {
  readonly change: GroupChange;
  readonly by: Principal;
}

interface ChangedPeople {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The one way in which an identity provider changes the groups of its account. */
@Injectable()
export class Groups {
  constructor(
    private readonly rows: AccountGroupRepository,
    private readonly people: PeopleReader,
    private readonly bus: Bus,
  ) {}

  /** @returns its id. @throws AppError `bad_request`, `conflict`, `quota_exceeded` */
  async add(accountId: string, { change, by: principal }: ChangeOfGroup, tx: EntityManager): Promise<string> {
    await this.lock(accountId, tx);
    const before = await this.rows.count(accountId, tx);
    await admitWithinQuota(tx, {
      name: `groups/${accountId}`,
      count: async () => before,
      max: GROUPS_MAX,
      refusal: `An account has at most ${GROUPS_MAX} groups`,
    });
    const now = new Date();
    const group = { id: randomUUID(), accountId, created: now, modified: now, name: '', nameKey: '', externalId: null };
    const changed = await this.put(group, change, tx);
    const details = { group: group.id, name: change.name, ...noted(changed) };
    await noteAct({ action: 'group_created', principal, account: accountId, details }, tx);
    // From the first group on, everybody acts with groups.
    this.publish(accountId, before === 0 ? undefined : changed, tx);
    return group.id;
  }

  /** @throws AppError `bad_request`, `not_found`, `conflict`, `quota_exceeded` */
  async change(target: ScimTarget, { change, by: principal }: ChangeOfGroup, tx: EntityManager): Promise<string> {
    await this.lock(target.account, tx);
    const group = await this.get(target, tx);
    const changed = await this.put({ ...group, modified: new Date() }, change, tx);
    const isRenamed = change.name !== undefined && change.name !== group.name;
    const details = { group: group.id, name: change.name ?? group.name, ...noted(changed) };
    await noteAct({ action: 'group_changed', principal, account: target.account, details }, tx);
    this.publish(target.account, isRenamed ? undefined : changed, tx);
    return group.id;
  }

  /** @throws AppError `not_found` */
  async remove(target: ScimTarget, principal: Principal, tx: EntityManager): Promise<void> {
    await this.lock(target.account, tx);
    const { id, name } = await this.get(target, tx);
    await this.rows.delete(target.account, id, tx);
    const details = { group: id, name };
    await noteAct({ action: 'group_deleted', principal, account: target.account, details }, tx);
    this.publish(target.account, undefined, tx);
  }

  /** Changes of groups of one account come one after the other. */
  private async lock(account: string, tx: EntityManager): Promise<void> {
    await lockName(tx, `scim groups/${account}`);
  }

  private async get({ account, id: named }: ScimTarget, tx: EntityManager): Promise<AccountGroupEntity> {
    const id = asUuid(named);
    const group = id === undefined ? undefined : await this.rows.find(account, id, tx);
    if (!group) throw new AppError('not_found', `The account has no group with the id ${named}`);
    return group;
  }

  private async put(group: AccountGroupEntity, change: GroupChange, tx: EntityManager): Promise<ChangedPeople> {
    const { name = group.name, externalId = group.externalId, replacesMembers, members } = change;
    await this.rows.put({ ...group, name, nameKey: name.toLowerCase(), externalId }, tx);
    const inside = [...members].filter(([, isIn]) => isIn).map(([id]) => id);
    const outside = [...members].filter(([, isIn]) => !isIn).map(([id]) => id);
    const known = await this.people.among(group.accountId, inside, tx);
    const unknown = inside.find((id) => !known.has(id));
    if (unknown !== undefined) throw noPerson(unknown);
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
  private publish(account: string, changed: ChangedPeople | undefined, tx: EntityManager): void {
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
