import type { NotedUse } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountUseEntity } from './account-use.entity';

const TABLE = '"knowledge_box"."account_uses"';
/** The clock of the database, so that processes whose clocks differ count for the same month. */
const MONTH = "date_trunc('month', now() AT TIME ZONE 'UTC')::date";
const KEPT = `(${MONTH} - interval '24 months')::date`;

/** An account, or one of its NUA clients. */
export interface UseOwner {
  readonly account: string;
  /** Client id; absent for the account itself. */
  readonly nuaClient?: string;
}

/** Use of one kind, and its limit. */
export interface LimitedUse extends UseOwner {
  readonly name: string;
  readonly amount: number;
  readonly max: number;
}

/** Use that comes back. */
export interface TakenUse extends UseOwner {
  /** First day of the month that it was taken from. */
  readonly month: string;
  readonly name: string;
  readonly amount: number;
}

/** Use of accounts and NUA clients by month. */
@Injectable()
export class AccountUseRepository {
  /** First day of this month, `YYYY-MM-DD`. */
  async month(tx: EntityManager): Promise<string> {
    const [row] = await tx.query<{ month: string }[]>(`SELECT ${MONTH}::text AS month`);
    return row?.month ?? '';
  }

  /** What was used of each name in this month. */
  async used({ account, nuaClient = '' }: UseOwner, tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ name: string; used: number }[]>(
      `SELECT name, used FROM ${TABLE} WHERE account = $1 AND nua_client = $2 AND month = ${MONTH}`,
      [account, nuaClient],
    );
    return new Map(rows.map(({ name, used }) => [name, used]));
  }

  /** What each NUA client of the account used of one name in this month, by client id. */
  async usedByClients(account: string, name: string, tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ client: string; used: number }[]>(
      `SELECT nua_client AS client, used FROM ${TABLE}
        WHERE account = $1 AND nua_client <> '' AND month = ${MONTH} AND name = $2`,
      [account, name],
    );
    return new Map(rows.map(({ client, used }) => [client, used]));
  }

  /** Adds to what was used, where all of it fits. The row waits for others that take, so two cannot pass together. */
  async take({ account, nuaClient = '', name, amount, max }: LimitedUse, tx: EntityManager): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO ${TABLE} AS kept (account, nua_client, month, name, used)
        SELECT $1, $5, ${MONTH}, $2, $3::float8 WHERE $3::float8 <= $4::float8 AND $4::float8 > 0
        ON CONFLICT (account, nua_client, month, name) DO UPDATE SET used = kept.used + $3::float8
          WHERE kept.used + $3::float8 <= $4::float8 AND kept.used < $4::float8
        RETURNING 1`,
      [account, name, amount, max, nuaClient],
    );
    return rows.length > 0;
  }

  /** What is left until the row changes; the row waits for this transaction. */
  async lockLeft({ account, nuaClient = '', name, max }: LimitedUse, tx: EntityManager): Promise<number> {
    await tx.query(
      `INSERT INTO ${TABLE} (account, nua_client, month, name, used) VALUES ($1, $2, ${MONTH}, $3, 0)
        ON CONFLICT (account, nua_client, month, name) DO NOTHING`,
      [account, nuaClient, name],
    );
    const [row] = await tx.query<{ used: number }[]>(
      `SELECT used FROM ${TABLE} WHERE account = $1 AND nua_client = $2 AND month = ${MONTH} AND name = $3 FOR UPDATE`,
      [account, nuaClient, name],
    );
    return Math.max(max - (row?.used ?? 0), 0);
  }

  /** Takes what is left. */
  async spend({ account, nuaClient = '', name, max }: LimitedUse, tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO ${TABLE} AS kept (account, nua_client, month, name, used) VALUES ($1, $4, ${MONTH}, $2, $3)
        ON CONFLICT (account, nua_client, month, name) DO UPDATE SET used = greatest(kept.used, $3::float8)`,
      [account, name, max, nuaClient],
    );
  }

  async giveBack({ account, nuaClient = '', month, name, amount }: TakenUse, tx: EntityManager): Promise<void> {
    await tx.query(
      `UPDATE ${TABLE} SET used = greatest(used - $4::float8, 0)
        WHERE account = $1 AND nua_client = $5 AND month = $2 AND name = $3`,
      [account, month, name, amount, nuaClient],
    );
  }

  /** Adds without a question, and forgets what is older than two years. */
  async add(uses: readonly NotedUse[], tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO ${TABLE} AS kept (account, nua_client, month, name, used)
        SELECT account, client, ${MONTH}, name, sum(amount)
          FROM unnest($1::uuid[], $2::text[], $3::float8[], $4::text[]) AS noted (account, name, amount, client)
          GROUP BY account, client, name ORDER BY account, client, name
        ON CONFLICT (account, nua_client, month, name) DO UPDATE SET used = kept.used + excluded.used`,
      [
        uses.map(({ account }) => account),
        uses.map(({ name }) => name),
        uses.map(({ amount }) => amount),
        uses.map(({ nuaClient = '' }) => nuaClient),
      ],
    );
    const accounts = [...new Set(uses.map(({ account }) => account))];
    await tx.query(`DELETE FROM ${TABLE} WHERE account = ANY($1::uuid[]) AND month < ${KEPT}`, [accounts]);
  }

  /** Of the account and all of its NUA clients, or of one of them. */
  async forget(owner: UseOwner, tx: EntityManager): Promise<void> {
    await tx.delete(AccountUseEntity, { ...owner });
  }
}
