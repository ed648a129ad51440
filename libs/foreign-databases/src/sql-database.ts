import { AppError } from '@lectern/contracts/core';
import type { SqlDialect } from './dialect';
import { chosenTables, forbiddenTable, type TableChoice } from './allowed-tables';
import {
  type Cell,
  type QueryBounds,
  QueryError,
  type QueryRows,
  type SqlSession,
  type TableInfo,
} from './session/sql-session';
import { checkStatement } from './statement/statement-check';

/** How a database is reached, and for whom. */
export interface SqlAccess {
  readonly dialect: SqlDialect;
  /** Schema that statements mean when they name none. */
  readonly schema: string | undefined;
  readonly owner: string;
  readonly signal: AbortSignal;
  readonly use: <T>(work: (session: SqlSession) => Promise<T>) => Promise<T>;
  /** What was read of its tables before, while that is fresh. */
  readonly cached: () => Catalog | undefined;
  readonly keep: (catalog: Catalog | undefined) => void;
}

/** What was read of the tables of a database. */
export interface Catalog {
  readonly tables: readonly TableInfo[];
  /** First rows, by table and number. */
  readonly samples: Map<string, QueryRows>;
}

/** Bounds of a query: those of a caller are within these. */
export const QUERY_LIMITS = { rowsMax: 1_000, bytesMax: 4 * 1024 ** 2, timeoutMs: 30_000 } as const;
const TABLES_TIMEOUT_MS = 15_000;
const TABLES_BYTES_MAX = 16 * 1024 ** 2;
const SAMPLES_MAX = 100;
const SAMPLE_CELL_CHARS_MAX = 1_000;
const SAMPLE_BOUNDS = { bytesMax: 256 * 1024, timeoutMs: 3_000 };

/** A database of somebody else, which is only read. */
export class SqlDatabase {
  constructor(private readonly access: SqlAccess) {}

  get dialect(): SqlDialect {
    return this.access.dialect;
  }

  /** Tables that a choice leaves. @throws AppError as `query` does */
  async tables(choice: TableChoice): Promise<readonly TableInfo[]> {
    return chosenTables(await this.allTables(), choice);
  }

  /**
   * Checks a foreign statement, and runs it in a read-only session.
   *
   * @throws QueryError for a statement that is refused, here or by the database: another one may succeed
   * @throws AppError `deadline_exceeded`, `too_large`, `unavailable`, `rate_limited`, `cancelled`
   */
  async query(statement: string, choice: TableChoice, bounds: Partial<QueryBounds> = {}): Promise<QueryRows> {
    const { dialect, schema, owner, signal, use } = this.access;
    const verdict = await checkStatement({ statement, dialect }, { owner, signal });
    if ('problem' in verdict) throw new QueryError(verdict.problem, false);
    const all = await this.allTables();
    const chosen = chosenTables(all, choice);
    const forbidden = forbiddenTable(verdict.tables, { all, chosen, schema }, dialect);
    if (forbidden !== undefined) throw new QueryError(`There is no table ${forbidden}`, true);
    try {
      return await use((session) => session.query(statement, { ...QUERY_LIMITS, ...bounds, signal }));
    } catch (error) {
      if (error instanceof QueryError && error.isAboutNames) this.access.keep(undefined);
      throw error;
    }
  }

  /**
   * First rows of tables, by table. Those of a table that cannot be read in a moment are left out.
   *
   * @throws AppError `unavailable`, `cancelled`
   */
  async samples(
    tables: readonly TableInfo[],
    rowsMax: number,
    choice: TableChoice,
  ): Promise<ReadonlyMap<string, QueryRows>> {
    const samples = new Map<string, QueryRows>();
    if (rowsMax === 0) return samples;
    for (const { name } of tables.slice(0, SAMPLES_MAX)) {
      const { samples: known } = await this.catalog();
      const key = `${rowsMax} ${name}`;
      const rows = known.get(key) ?? (await this.sample(name, rowsMax, choice));
      known.set(key, rows);
      samples.set(name, rows);
    }
    return samples;
  }

  private async sample(table: string, rowsMax: number, choice: TableChoice): Promise<QueryRows> {
    const name = this.dialect === 'mysql' ? `\`${table.replaceAll('`', '``')}\`` : `"${table.replaceAll('"', '""')}"`;
    try {
      const { columns, rows } = await this.query(`SELECT * FROM ${name} LIMIT ${rowsMax}`, choice, SAMPLE_BOUNDS);
      return { columns, rows: rows.map((row) => row.map(shortCell)), hasMore: false };
    } catch (error) {
      const isOfTable = error instanceof QueryError || (error instanceof AppError && OF_TABLE.has(error.code));
      if (!isOfTable) throw error;
      return { columns: [], rows: [], hasMore: false };
    }
  }

  private async allTables(): Promise<readonly TableInfo[]> {
    return (await this.catalog()).tables;
  }

  private async catalog(): Promise<Catalog> {
    const { cached, keep, use, signal } = this.access;
    const known = cached();
    if (known) return known;
    const bounds = { rowsMax: 0, bytesMax: TABLES_BYTES_MAX, timeoutMs: TABLES_TIMEOUT_MS, signal };
    const catalog = { tables: await use((session) => session.tables(bounds)), samples: new Map() };
    keep(catalog);
    return catalog;
  }
}

const OF_TABLE: ReadonlySet<string> = new Set(['deadline_exceeded', 'too_large']);

function shortCell(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.slice(0, SAMPLE_CELL_CHARS_MAX) : cell;
}
