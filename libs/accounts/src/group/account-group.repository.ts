import type { AccountGroup, AccountGroupMember, ScimGroupOfUser } from '@lectern/contracts/accounts';
import { utcWithOffset } from '@lectern/contracts/core';
import { isUniqueViolation } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { AccountGroupEntity, AccountGroupPersonEntity } from './account-group.entity';
import { groupRefusal } from './group-change';

interface CountedGroup extends Pick<AccountGroup, 'id' | 'name' | 'origin' | 'external_id' | 'members'> {
  readonly modified: Date;
}

@Injectable()
export class AccountGroupRepository {
  async find(accountId: string, id: string, tx: EntityManager): Promise<AccountGroupEntity | undefined> {
    return (await tx.findOneBy(AccountGroupEntity, { accountId, id })) ?? undefined;
  }

  /** Groups whose names are, in lower case, among these. */
  async named(accountId: string, nameKeys: readonly string[], tx: EntityManager): Promise<AccountGroupEntity[]> {
    return tx.findBy(AccountGroupEntity, { accountId, nameKey: In([...nameKeys]) });
  }

  /** Groups that a user is in. */
  async ofUser(accountId: string, userId: string, tx: EntityManager): Promise<AccountGroupEntity[]> {
    return tx
      .createQueryBuilder(AccountGroupEntity, 'g')
      .innerJoin(AccountGroupPersonEntity, 'p', 'p.group_id = g.id')
      .where('g.account_id = :accountId AND p.user_id = :userId', { accountId, userId })
      .getMany();
  }

  /** Those of the users who are members of the account, or known to its identity provider. */
  async peopleAmong(accountId: string, ids: readonly string[], tx: EntityManager): Promise<ReadonlySet<string>> {
    const rows: { readonly user_id: string }[] = await tx.query(
      `SELECT "user_id" FROM "members" WHERE "account_id" = $1 AND "user_id" = ANY($2::uuid[])
      UNION SELECT "user_id" FROM "scim_people" WHERE "account_id" = $1 AND "user_id" = ANY($2::uuid[])`,
      [accountId, ids],
    );
    return new Set(rows.map(({ user_id: id }) => id));
  }

  async count(accountId: string, tx: EntityManager): Promise<number> {
    return tx.countBy(AccountGroupEntity, { accountId });
  }

  /** Instead of what there may be. @throws AppError `conflict` when another group has the name */
  async put(group: AccountGroupEntity, tx: EntityManager): Promise<void> {
    try {
      await tx.upsert(AccountGroupEntity, group, ['id']);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw groupRefusal(
        group.origin,
        ['conflict', 'uniqueness'],
        `There is a group with the name ${group.name} already`,
      );
    }
  }

  async delete(accountId: string, id: string, tx: EntityManager): Promise<void> {
    await tx.delete(AccountGroupEntity, { accountId, id });
  }

  /** By name. */
  async list(accountId: string, tx: EntityManager): Promise<AccountGroup[]> {
    const rows: CountedGroup[] = await tx.query(
      `SELECT "g"."id", "g"."name", "g"."origin", "g"."external_id", "g"."modified",
        (SELECT count(*)::int FROM "account_group_people" "p" WHERE "p"."group_id" = "g"."id") AS "members"
      FROM "account_groups" "g" WHERE "g"."account_id" = $1 ORDER BY "g"."name_key", "g"."id"`,
      [accountId],
    );
    return rows.map((row) => ({ ...row, modified: utcWithOffset(row.modified) }));
  }

  /** By mail address. */
  async people(accountId: string, groupId: string, tx: EntityManager): Promise<AccountGroupMember[]> {
    return tx.query(
      `SELECT "u"."id", "u"."name", "u"."email", "m"."user_id" IS NOT NULL AS "active"
      FROM "account_group_people" "p" JOIN "users" "u" ON "u"."id" = "p"."user_id"
      LEFT JOIN "members" "m" ON "m"."user_id" = "p"."user_id" AND "m"."account_id" = $1
      WHERE "p"."group_id" = $2 ORDER BY "u"."email"`,
      [accountId, groupId],
    );
  }

  async countPeople(groupId: string, tx: EntityManager): Promise<number> {
    const [row]: { readonly count: number }[] = await tx.query(
      `SELECT count(*)::int AS "count" FROM "account_group_people" WHERE "group_id" = $1`,
      [groupId],
    );
    return row?.count ?? 0;
  }

  /** @returns ids of those who were not in it */
  async add(groupId: string, userIds: readonly string[], tx: EntityManager): Promise<readonly string[]> {
    const rows: { readonly user_id: string }[] = await tx.query(
      `INSERT INTO "account_group_people" ("group_id", "user_id")
      SELECT $1, "id" FROM unnest($2::uuid[]) AS "given" ("id") ON CONFLICT DO NOTHING RETURNING "user_id"`,
      [groupId, userIds],
    );
    return rows.map(({ user_id: id }) => id);
  }

  /** @returns ids of those who were in it */
  async remove(groupId: string, userIds: readonly string[], tx: EntityManager): Promise<readonly string[]> {
    const [rows]: [{ readonly user_id: string }[]] = await tx.query(
      `DELETE FROM "account_group_people" WHERE "group_id" = $1 AND "user_id" = ANY($2::uuid[]) RETURNING "user_id"`,
      [groupId, userIds],
    );
    return rows.map(({ user_id: id }) => id);
  }

  /** All but these. @returns ids of those who were in it */
  async keepOnly(groupId: string, userIds: readonly string[], tx: EntityManager): Promise<readonly string[]> {
    const [rows]: [{ readonly user_id: string }[]] = await tx.query(
      `DELETE FROM "account_group_people" WHERE "group_id" = $1 AND NOT "user_id" = ANY($2::uuid[])
      RETURNING "user_id"`,
      [groupId, userIds],
    );
    return rows.map(({ user_id: id }) => id);
  }

  /** Takes a user out of all groups of an account. */
  async removeFromAll(accountId: string, userId: string, tx: EntityManager): Promise<void> {
    await tx.query(
      `DELETE FROM "account_group_people" "p" USING "account_groups" "g"
      WHERE "p"."group_id" = "g"."id" AND "g"."account_id" = $1 AND "p"."user_id" = $2`,
      [accountId, userId],
    );
  }

  /** Those of the users who are in more groups of the account than this. */
  async inMoreThan(
    accountId: string,
    { userIds, max }: { readonly userIds: readonly string[]; readonly max: number },
    tx: EntityManager,
  ): Promise<readonly string[]> {
    const rows: { readonly user_id: string }[] = await tx.query(
      `SELECT "p"."user_id" FROM "account_group_people" "p" JOIN "account_groups" "g" ON "g"."id" = "p"."group_id"
      WHERE "g"."account_id" = $1 AND "p"."user_id" = ANY($2::uuid[])
      GROUP BY "p"."user_id" HAVING count(*) > $3`,
      [accountId, userIds, max],
    );
    return rows.map(({ user_id: id }) => id);
  }

  /** Groups of SCIM that each of the users is in, by name. */
  async ofUsers(
    accountId: string,
    userIds: readonly string[],
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, readonly ScimGroupOfUser[]>> {
    const rows: { readonly user_id: string; readonly id: string; readonly name: string }[] = await tx.query(
      `SELECT "p"."user_id", "g"."id", "g"."name"
      FROM "account_group_people" "p" JOIN "account_groups" "g" ON "g"."id" = "p"."group_id"
      WHERE "g"."account_id" = $1 AND "g"."origin" = 'scim' AND "p"."user_id" = ANY($2::uuid[])
      ORDER BY "g"."name_key"`,
      [accountId, userIds],
    );
    const byUser = Map.groupBy(rows, ({ user_id: id }) => id);
    const shown = [...byUser].map(([id, groups]) => {
      const own = groups.map(({ id: value, name: display }) => ({ value, display, type: 'direct' }));
      return [id, own] as const;
    });
    return new Map(shown);
  }

  /** Names of the groups that a user is in, by account. An account without any group is left out. */
  async namesOf(
    userId: string,
    accountIds: readonly string[],
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows: { readonly account: string; readonly names: readonly string[] }[] = await tx.query(
      `SELECT "a"."id" AS "account", ARRAY(
          SELECT "g"."name" FROM "account_group_people" "p" JOIN "account_groups" "g" ON "g"."id" = "p"."group_id"
          WHERE "p"."user_id" = $1 AND "g"."account_id" = "a"."id" ORDER BY "g"."name") AS "names"
      FROM unnest($2::uuid[]) AS "a" ("id")
      WHERE EXISTS (SELECT FROM "account_groups" "any" WHERE "any"."account_id" = "a"."id")`,
      [userId, accountIds],
    );
    return new Map(rows.map(({ account, names }) => [account, names]));
  }
}
