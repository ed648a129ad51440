import type { DataSource } from 'typeorm';
import { Transactions } from './transactions';

/** Rows of one statement, so that none runs for long. */
const ROWS_TOGETHER = 5_000;

/** Rows of an owner in all tables of a schema that name it, whichever features this process has. */
export interface OwnedRows {
  readonly schema: string;
  /** Column that names the owner. */
  readonly column: string;
  /** Tables whose rows have another end. */
  readonly except?: readonly string[];
}

/** Names of the tables, without the schema. */
export async function ownedTables(
  dataSource: Pick<DataSource, 'query'>,
  { schema, column, except = [] }: OwnedRows,
): Promise<readonly string[]> {
  const rows: { readonly name: string }[] = await dataSource.query(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = $1 AND column_name = $2 ORDER BY table_name`,
    [schema, column],
  );
  return rows.map(({ name }) => name).filter((name) => !except.includes(name));
}

/**
 * Deletes all rows of an owner, in pieces that commit one after the other. Safe to repeat, also after an interruption.
 *
 * @returns how many rows there were @throws AppError as `Transactions`; the reason of `signal`
 */
export async function deleteOwnedRows(
  transactions: Transactions,
  { owner, signal, ...rows }: OwnedRows & { readonly owner: string; readonly signal: AbortSignal },
): Promise<number> {
  const { schema, column } = rows;
  let deleted = 0;
  for (const name of await transactions.read((tx) => ownedTables(tx, rows))) {
    const table = `"${schema}"."${name}"`;
    const sql = `WITH gone AS (
        DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE "${column}" = $1 LIMIT ${ROWS_TOGETHER})
        RETURNING 1)
      SELECT count(*)::int AS count FROM gone`;
    for (let count = ROWS_TOGETHER; count === ROWS_TOGETHER; deleted += count) {
      signal.throwIfAborted();
      const [row] = await transactions.run((tx) => tx.query<{ count: number }[]>(sql, [owner]));
      count = row?.count ?? 0;
    }
  }
  return deleted;
}
