import type { AccountMember } from '@lectern/contracts/accounts';
import { type AccountRole, AppError } from '@lectern/contracts/core';
import { admitWithinQuota, lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { MemberEntity } from './member.entity';

/** A role that a user gets. */
export interface MemberRoleGrant {
  readonly userId: string;
  readonly role: AccountRole;
}

const SELECT = `
  SELECT "user"."id", "user"."name", "user"."email", "member"."role"
  FROM "members" AS "member" JOIN "users" AS "user" ON "user"."id" = "member"."user_id"
  WHERE "member"."account_id" = $1`;

@Injectable()
export class MemberRepository {
  /** By mail address. */
  async list(accountId: string, limit: number, tx: EntityManager): Promise<AccountMember[]> {
    return tx.query(`${SELECT} ORDER BY "user"."email" LIMIT $2`, [accountId, limit]);
  }

  /** Those whose name or mail address contains the text, in any case. */
  async search(
    accountId: string,
    { text, limit }: { readonly text: string; readonly limit: number },
    tx: EntityManager,
  ): Promise<AccountMember[]> {
    const sql = `${SELECT} AND (position(lower($3) IN lower("user"."name")) > 0
        OR position(lower($3) IN "user"."email") > 0)
      ORDER BY "user"."email" LIMIT $2`;
    return tx.query(sql, [accountId, limit, text]);
  }

  /** @throws AppError `not_found` */
  async get(accountId: string, userId: string, tx: EntityManager): Promise<AccountMember> {
    const [member]: AccountMember[] = await tx.query(`${SELECT} AND "member"."user_id" = $2`, [accountId, userId]);
    if (!member) throw new AppError('not_found', 'The account has no such user');
    return member;
  }

  async membersAmong(accountId: string, userIds: readonly string[], tx: EntityManager): Promise<ReadonlySet<string>> {
    const found = await tx.findBy(MemberEntity, { accountId, userId: In([...userIds]) });
    return new Set(found.map(({ userId }) => userId));
  }

  /** Others that change members of the account wait until the transaction ends. */
  async lock(accountId: string, tx: EntityManager): Promise<void> {
    await lockName(tx, `members/${accountId}`);
  }

  /**
   * Gives roles to new members and changes those of present ones.
   *
   * @param max members that the account may have; undefined: any number
   * @throws AppError `quota_exceeded`
   */
  async put(
    accountId: string,
    { grants, max }: { readonly grants: readonly MemberRoleGrant[]; readonly max: number | undefined },
    tx: EntityManager,
  ): Promise<void> {
    if (grants.length === 0) return;
    const ids = grants.map(({ userId }) => userId);
    const present = await this.membersAmong(accountId, ids, tx);
    const adding = new Set(ids.filter((id) => !present.has(id))).size;
    if (max !== undefined && adding > 0)
      await admitWithinQuota(tx, {
        name: `members/${accountId}`,
        count: () => tx.countBy(MemberEntity, { accountId }),
        max,
        adding,
        refusal: membersRefusal(max),
      });
    const rows = [...new Map(grants.map((grant) => [grant.userId, { accountId, ...grant }])).values()];
    await tx.upsert(MemberEntity, rows, ['accountId', 'userId']);
  }

  async delete(accountId: string, userIds: readonly string[], tx: EntityManager): Promise<void> {
    if (userIds.length > 0) await tx.delete(MemberEntity, { accountId, userId: In([...userIds]) });
  }

  /** @throws AppError `conflict` when nobody owns the account */
  async requireOwner(accountId: string, tx: EntityManager): Promise<void> {
    if (await tx.existsBy(MemberEntity, { accountId, role: 'AOWNER' })) return;
    throw new AppError('conflict', 'An account needs an owner: the last one cannot be removed or get another role');
  }
}

/** Says which limit it is, and what frees room. */
export function membersRefusal(max: number): string {
  return `The account may have ${max} users (max_users), invited ones included; remove one, or get a higher limit`;
}
