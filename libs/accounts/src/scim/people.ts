import { scimError, type ScimTarget, type ScimUserPayload } from '@lectern/contracts/accounts';
import { AppError, asUuid, type Principal } from '@lectern/contracts/core';
import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import { AccountGroupRepository } from '../group/account-group.repository';
import { ScimPersonRepository } from '../scim-person/scim-person.repository';
import { PersonAccess } from './person-access';
import { personAttributes, type PersonAttributes } from './person-attributes';
import { PersonUsers } from './person-users';

/** A person as it was sent, and who sent it. */
export interface SentPerson {
  readonly payload: ScimUserPayload;
  readonly by: Principal;
}

/** The one way in which an identity provider changes the people of its account. */
@Injectable()
export class People {
  constructor(
    private readonly rows: ScimPersonRepository,
    private readonly users: PersonUsers,
    private readonly access: PersonAccess,
    private readonly groups: AccountGroupRepository,
  ) {}

  /** Changes of people of one account come one after the other. */
  async lock(account: string, tx: EntityManager): Promise<void> {
    await lockName(tx, `scim people/${account}`);
  }

  /** @returns id of the user. @throws AppError `bad_request`, `conflict`, `quota_exceeded` */
  async add(account: string, { payload, by }: SentPerson, tx: EntityManager): Promise<string> {
    await this.lock(account, tx);
    const attributes = personAttributes(payload);
    const { userId, madeUser } = await this.users.claim(account, attributes, tx);
    if (await this.rows.find(account, userId, tx))
      throw scimError('uniqueness', `There is a person with the address ${attributes.email} already`, 'conflict');
    const isActive = attributes.active ?? true;
    const now = new Date();
    const row = { accountId: account, userId, madeUser, deactivated: !isActive, created: now, modified: now };
    await this.rows.put({ ...row, ...personColumns(attributes) }, tx);
    const details = { user_name: attributes.userName, active: isActive };
    await noteAct({ action: 'person_provisioned', principal: by, account, user: userId, details }, tx);
    if (isActive) await this.access.open({ account, userId, by }, tx);
    return userId;
  }

  /**
   * @param person somebody of the account
   * @throws AppError `bad_request`, `conflict`, `quota_exceeded`
   */
  async update({ account, id: userId }: ScimTarget, { payload, by }: SentPerson, tx: EntityManager): Promise<void> {
    const attributes = personAttributes(payload);
    const now = new Date();
    const present = await this.rows.find(account, userId, tx);
    const { madeUser = false, created = now, deactivated: was = false } = present ?? {};
    const deactivated = attributes.active === undefined ? was : !attributes.active;
    const row = {
      accountId: account,
      userId,
      madeUser,
      deactivated,
      created,
      modified: now,
      ...personColumns(attributes),
    };
    await this.rows.put(row, tx);
    const isRenamed = await this.users.rename(row, attributes, tx);
    const details = { user_name: attributes.userName, ...(isRenamed && { email: attributes.email }) };
    await noteAct({ action: 'person_changed', principal: by, account, user: userId, details }, tx);
    const change = { account, userId, by };
    if (attributes.active === true) await this.access.open(change, tx);
    if (attributes.active === false) await this.access.end(change, await this.users.isOwn(row, tx), tx);
  }

  /** @throws AppError `not_found`, `conflict` */
  async remove({ account, id: named }: ScimTarget, by: Principal, tx: EntityManager): Promise<void> {
    await this.lock(account, tx);
    const userId = asUuid(named) ?? '';
    if (userId === '' || !(await this.groups.peopleAmong(account, [userId], tx)).has(userId))
      throw new AppError('not_found', `The account has no person with the id ${named}`);
    const row = await this.rows.find(account, userId, tx);
    const isOwn = row !== undefined && (await this.users.isOwn(row, tx));
    await this.access.end({ account, userId, by }, isOwn, tx);
    await this.groups.removeFromAll(account, userId, tx);
    await this.rows.delete(account, userId, tx);
    if (isOwn) await this.users.delete(userId, tx);
    const details = { user_name: row?.userName ?? null, deleted: isOwn };
    await noteAct({ action: 'person_deleted', principal: by, account, user: userId, details }, tx);
  }
}

function personColumns({ userName, externalId, kept: attributes }: PersonAttributes) {
  return { userName, userNameKey: userName.toLowerCase(), externalId, attributes };
}
