import { Bus } from '@lectern/bus';
import { type Principal, resolveUser, systemPrincipal, type UserMemberships } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { KnowledgeBoxUserRepository } from './knowledge-box-user.repository';

/** A user whose credential was verified, perhaps a while ago. */
export interface KnownUser extends Pick<Principal, 'id' | 'key'> {
  readonly kind: 'user' | 'pat';
}

/** Which of the knowledge boxes of this zone a user may see. */
@Injectable()
export class UserAccess {
  constructor(
    private readonly bus: Bus,
    private readonly users: KnowledgeBoxUserRepository,
  ) {}

  /** @throws AppError `unauthorized` when the user or its token is gone, `unavailable` while accounts are away */
  memberships({ kind, id, key }: KnownUser): Promise<UserMemberships> {
    return this.bus.request(resolveUser, { body: { kind, id, key } }, { principal: systemPrincipal });
  }

  /** Those that the user has a role on, its accounts own, or, for ROOT, all. */
  async visible<T extends Owned>(boxes: readonly T[], { id }: KnownUser, { memberships, tx }: Standing): Promise<T[]> {
    if (memberships.type === 'ROOT') return [...boxes];
    const owned = new Set(memberships.accounts.filter(({ role }) => role === 'AOWNER').map((account) => account.id));
    const roles = await this.users.rolesOf(
      boxes.map((box) => box.id),
      id,
      tx,
    );
    return boxes.filter((box) => owned.has(box.account) || roles.has(box.id));
  }
}

interface Owned {
  readonly id: string;
  readonly account: string;
}

interface Standing {
  readonly memberships: UserMemberships;
  readonly tx: EntityManager;
}

/** The user behind a principal, if there is one. */
export function userOf({ kind, id, key }: Principal): KnownUser | undefined {
  return kind === 'user' || kind === 'pat' ? { kind, id, ...(key !== undefined && { key }) } : undefined;
}
