import type { UserMemberships } from '@lectern/contracts/accounts';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { KnowledgeBoxUserEntity } from './knowledge-box-user.entity';

/** A role given to a user. */
export interface Grant {
  readonly userId: string;
  readonly role: KnowledgeBoxRole;
}

/** A user and its roles according to the accounts host. */
export interface Standing {
  readonly userId: string;
  readonly memberships: UserMemberships;
}

@Injectable()
export class KnowledgeBoxUserRepository {
  async roleOf(kbid: string, userId: string, tx: EntityManager): Promise<KnowledgeBoxRole | undefined> {
    return (await tx.findOneBy(KnowledgeBoxUserEntity, { kbid, userId }))?.role;
  }

  /** Roles of one user on several knowledge boxes. */
  async rolesOf(
    kbids: readonly string[],
    userId: string,
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, KnowledgeBoxRole>> {
    const rows = await tx.findBy(KnowledgeBoxUserEntity, { kbid: In([...kbids]), userId });
    return new Map(rows.map(({ kbid, role }) => [kbid, role]));
  }

  /** The boxes on which a user has a role and those of accounts the user owns; for ROOT, all. */
  async visibleAmong<T extends { readonly id: string; readonly account: string }>(
    boxes: readonly T[],
    { userId, memberships }: Standing,
    tx: EntityManager,
  ): Promise<readonly T[]> {
    if (memberships.type === 'ROOT') return boxes;
    const owned = new Set(memberships.accounts.filter(({ role }) => role === 'AOWNER').map(({ id }) => id));
    const kbids = boxes.map(({ id }) => id);
    const roles = await this.rolesOf(kbids, userId, tx);
    const { withheld = [], left = [] } = memberships;
    const roled = (id: string, account: string) => roles.has(id) && !left.includes(account);
    return boxes.filter(({ id, account }) => !withheld.includes(account) && (owned.has(account) || roled(id, account)));
  }

  async list(kbid: string, tx: EntityManager): Promise<KnowledgeBoxUserEntity[]> {
    return tx.find(KnowledgeBoxUserEntity, { where: { kbid }, order: { userId: 'ASC' } });
  }

  /** Gives the role to new users and changes that of existing ones. */
  async put(kbid: string, grants: readonly Grant[], tx: EntityManager): Promise<void> {
    if (grants.length === 0) return;
    const rows = grants.map(({ userId, role }) => ({ kbid, userId, role }));
    await tx.upsert(KnowledgeBoxUserEntity, rows, ['kbid', 'userId']);
  }

  /** From all boxes of an account. */
  async deleteFromAccount(account: string, userIds: readonly string[], tx: EntityManager): Promise<void> {
    const sql = `DELETE FROM "kb_users" AS "role" USING "knowledge_boxes" AS "box"
      WHERE "box"."id" = "role"."kbid" AND "box"."account" = $1 AND "role"."user_id" = ANY($2::uuid[])`;
    await tx.query(sql, [account, userIds]);
  }

  async delete(kbid: string, userIds: readonly string[], tx: EntityManager): Promise<void> {
    if (userIds.length > 0) await tx.delete(KnowledgeBoxUserEntity, { kbid, userId: In([...userIds]) });
  }
}
