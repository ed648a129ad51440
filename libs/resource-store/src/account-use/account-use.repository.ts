import type { NotedUse } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountUseEntity } from './account-use.entity';

const TABLE = '"knowledge_box"."account_uses"';
/** The clock of the database, so that processes whose clocks differ count for the same month. */
const MONTH = "date_trunc('month', now() AT TIME ZONE 'UTC')::date";
const KEPT = `(${MONTH} - interval '24 months')::date`;

/** Use of one kind, and its limit. */
export interface LimitedUse {
  readonly account: string;
  readonly name: string;
  readonly amount: number;
  readonly max: number;
}

/** Use that comes back. */
export interface TakenUse {
  readonly account: string;
  /** First day of the month that it was taken from. */
  readonly month: string;
  readonly name: string;
  readonly amount: number;
}

/** Use of accounts by month. */
@Injectable()
export class AccountUseRepository {
  /** First day of this month, `YYYY-MM-DD`. */
  async month(tx: EntityManager): Promise<string> {
    const [row] = await tx.query<{ month: string }[]>(`SELECT ${MONTH}::text AS month`);
    return row?.month ?? '';
  }

  /** What was used of each name in this month. */
  async used(account: string, tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ name: string; used: number }[]>(
      `SELECT name, used FROM ${TABLE} WHERE account = $1 AND month = ${MONTH}`,
      [account],
    );
    return new Map(rows.map(({ name, used }) => [name, used]));
  }

  /** Adds to what was used, where all of it fits. The row waits for others that take, so two cannot pass together. */
  async take({ account, name, amount, max }: LimitedUse, tx: EntityManager): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO ${TABLE} AS kept (account, month, name, used)
        SELECT $1, ${MONTH}, $2, $3::float8 WHERE $3::float8 <= $4::float8 AND $4::float8 > 0
        ON CONFLICT (account, month, name) DO UPDATE SET used = kept.used + $3::float8
          WHERE kept.used + $3::float8 <= $4::float8 AND kept.used < $4::float8
        RETURNING 1`,
      [account, name, amount, max],
    );
    return rows.length > 0;
  }

  /** Takes what is left. */
  async spend({ account, name, max }: LimitedUse, tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO ${TABLE} AS kept (account, month, name, used) VALUES ($1, ${MONTH}, $2, $3)
        ON CONFLICT (account, month, name) DO UPDATE SET used = greatest(kept.used, $3::float8)`,
      [account, name, max],
    );
  }

  async giveBack({ account, month, name, amount }: TakenUse, tx: EntityManager): Promise<void> {
    await tx.query(
      `UPDATE ${TABLE} SET used = greatest(used - $4::float8, 0) WHERE account = $1 AND month = $2 AND name = $3`,
      [account, month, name, amount],
    );
  }

  /** Adds without a question, and forgets what is older than two years. */
  async add(uses: readonly NotedUse[], tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO ${TABLE} AS kept (account, month, name, used)
        SELECT account, ${MONTH}, name, sum(amount)
          FROM unnest($1::uuid[], $2::text[], $3::float8[]) AS noted (account, name, amount)
          GROUP BY account, name ORDER BY account, name
        ON CONFLICT (account, month, name) DO UPDATE SET used = kept.used + excluded.used`,
      [uses.map(({ account }) => account), uses.map(({ name }) => name), uses.map(({ amount }) => amount)],
    );
    const accounts = [...new Set(uses.map(({ account }) => account))];
    await tx.query(`DELETE FROM ${TABLE} WHERE account = ANY($1::uuid[]) AND month < ${KEPT}`, [accounts]);
  }

  async forget(account: string, tx: EntityManager): Promise<void> {
    await tx.delete(AccountUseEntity, { account });
  }
}
