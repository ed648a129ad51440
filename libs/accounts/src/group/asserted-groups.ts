import { randomUUID } from 'node:crypto';
import { GROUP_MEMBERS_MAX, GROUP_NAME_CHARS_MAX, GROUPS_MAX, GROUPS_OF_USER_MAX } from '@lectern/contracts/accounts';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import type { AccountGroupEntity } from './account-group.entity';
import { AccountGroupRepository } from './account-group.repository';
import { GroupWriter } from './group-writer';

/** Names that one entry of the audit log has. */
const NAMES_NOTED_MAX = 100;
const CONTROL = /\p{Cc}/u;

/** A person of an account. */
export interface PersonOfAccount {
  readonly accountId: string;
  readonly userId: string;
}

/**
 * Groups that SAML assertions name. A name that a group of another origin has changes nothing: that group stays with
 * those who made it.
 */
@Injectable()
export class AssertedGroups {
  private readonly logger = new Logger('Saml');

  constructor(
    private readonly rows: AccountGroupRepository,
    private readonly writer: GroupWriter,
  ) {}

  /** Puts a person into the groups of these names, and takes the person out of all others that came this way. */
  async set(person: PersonOfAccount, names: readonly string[], tx: EntityManager): Promise<void> {
    const { accountId, userId } = person;
    await this.writer.lock(accountId, tx);
    const before = await this.rows.ofUser(accountId, userId, tx);
    const present = before.filter(({ origin }) => origin === 'saml');
    const wanted = wantedNames(names).slice(0, GROUPS_OF_USER_MAX - (before.length - present.length));
    const { groups, isFirst } = await this.groupsOf(accountId, wanted, tx);
    const ids = new Set(groups.map(({ id }) => id));
    const removed = present.filter(({ id }) => !ids.has(id));
    for (const { id } of removed) await this.rows.remove(id, [userId], tx);
    const added: AccountGroupEntity[] = [];
    for (const group of groups) if (await this.enter(group, userId, tx)) added.push(group);
    await this.tell(person, { added, removed, isFirst }, tx);
  }

  /** Those that exist, and new ones for names that no group has. */
  private async groupsOf(
    accountId: string,
    names: readonly string[],
    tx: EntityManager,
  ): Promise<{ readonly groups: readonly AccountGroupEntity[]; readonly isFirst: boolean }> {
    const found = await this.rows.named(
      accountId,
      names.map((name) => name.toLowerCase()),
      tx,
    );
    const known = new Set(found.map(({ nameKey }) => nameKey));
    const unknown = names.filter((name) => !known.has(name.toLowerCase()));
    const count = unknown.length === 0 ? 0 : await this.rows.count(accountId, tx);
    const made = unknown.slice(0, Math.max(0, GROUPS_MAX - count)).map((name) => newGroup(accountId, name));
    for (const group of made) await this.rows.put(group, tx);
    const left = unknown.length - made.length + found.filter(({ origin }) => origin !== 'saml').length;
    if (left > 0)
      this.logger.warn(
        `${left} groups of an assertion were left out: others have their names, or the account has too many`,
      );
    const groups = [...found.filter(({ origin }) => origin === 'saml'), ...made];
    return { groups, isFirst: count === 0 && made.length > 0 };
  }

  /** Unless it is full. @returns whether the person was not in it */
  private async enter({ id }: AccountGroupEntity, userId: string, tx: EntityManager): Promise<boolean> {
    if ((await this.rows.countPeople(id, tx)) >= GROUP_MEMBERS_MAX) return false;
    return (await this.rows.add(id, [userId], tx)).length > 0;
  }

  private async tell(
    { accountId: account, userId: user }: PersonOfAccount,
    { added, removed, isFirst }: ChangedGroups,
    tx: EntityManager,
  ): Promise<void> {
    if (added.length === 0 && removed.length === 0 && !isFirst) return;
    const details = { by: 'saml', added_groups: namesOfGroups(added), removed_groups: namesOfGroups(removed) };
    const principal = { kind: 'user', id: user } as const;
    await noteAct({ action: 'person_changed', principal, account, user, details }, tx);
    this.writer.publish(account, isFirst ? undefined : { added: [user], removed: [] }, tx);
  }
}

interface ChangedGroups {
  readonly added: readonly AccountGroupEntity[];
  readonly removed: readonly AccountGroupEntity[];
  /** Whether the account had no groups before, so that everybody is concerned. */
  readonly isFirst: boolean;
}

/** Names that groups can have, once each. */
function wantedNames(values: readonly string[]): readonly string[] {
  const usable = values.map((value) => value.trim()).filter((name) => name !== '' && !CONTROL.test(name));
  const bounded = usable.filter((name) => [...name].length <= GROUP_NAME_CHARS_MAX);
  return [...new Map(bounded.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed();
}

function newGroup(accountId: string, name: string): AccountGroupEntity {
  const now = new Date();
  const key = { id: randomUUID(), accountId, origin: 'saml', externalId: null } as const;
  return { ...key, name, nameKey: name.toLowerCase(), created: now, modified: now };
}

function namesOfGroups(groups: readonly AccountGroupEntity[]): readonly string[] {
  return groups.slice(0, NAMES_NOTED_MAX).map(({ name }) => name);
}
