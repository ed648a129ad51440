import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FormerMemberEntity } from './former-member.entity';

/** Users who left an account, with the zones that have not done their part yet. */
interface Departure {
  readonly account: string;
  readonly users: readonly string[];
  readonly zones: readonly string[];
}

const OF_THESE = '"account_id" = $1 AND "user_id" = ANY($2::uuid[]) AND "zone" = ANY($3::text[])';

@Injectable()
export class FormerMemberRepository {
  /** Does nothing for those that are known. */
  async add({ account, users, zones }: Departure, tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO "former_members" ("account_id", "user_id", "zone")
        SELECT $1, "user"."id", "zone" FROM "users" AS "user", unnest($3::text[]) AS "zone"
        WHERE "user"."id" = ANY($2::uuid[])
        ON CONFLICT DO NOTHING`,
      [account, users, zones],
    );
  }

  async delete({ account, users, zones }: Departure, tx: EntityManager): Promise<void> {
    await tx.query(`DELETE FROM "former_members" WHERE ${OF_THESE}`, [account, users, zones]);
  }

  /** Of an account of which a zone has nothing left. */
  async deleteOf(accountId: string, zone: string, tx: EntityManager): Promise<void> {
    await tx.delete(FormerMemberEntity, { accountId, zone });
  }

  /** Ids of accounts on whose boxes the user may still have roles, which count no more. */
  async accountsLeftBy(userId: string, tx: EntityManager): Promise<readonly string[]> {
    const rows = await tx.find(FormerMemberEntity, { where: { userId }, select: { accountId: true } });
    return [...new Set(rows.map(({ accountId }) => accountId))];
  }
}
