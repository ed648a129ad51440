import { constants, DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { SqliteAnswer, SqliteRequest } from './sqlite-messages';
import { allowedFunctions } from '../statement/allowed-functions';
import { type Cell, COLUMNS_MAX, type QueryRows } from './sql-session';
import { tablesOfRows } from './table-rows';

// A process of its own: nothing else ends a query that SQLite computes.
const [file = ''] = process.argv.slice(2);
/** Bytes of one value, and characters of a statement. */
const LENGTH_MAX = 4 * 1024 ** 2;
const functions = allowedFunctions('sqlite');
const allowed: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_RECURSIVE,
]);

const database = new DatabaseSync(file, {
  readOnly: true,
  allowExtension: false,
  enableDoubleQuotedStringLiterals: false,
  timeout: 1_000,
});
database.exec('PRAGMA query_only = 1; PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1');
database.enableDefensive(true);
Object.assign(database.limits, {
  length: LENGTH_MAX,
  sqlLength: LENGTH_MAX,
  attach: 0,
  compoundSelect: 50,
  exprDepth: 200,
});

function query({ statement, rowsMax, bytesMax }: Extract<SqliteRequest, { kind: 'query' }>): SqliteAnswer {
  try {
    // SQLite itself says, while it reads the statement, what it would do.
    database.setAuthorizer((action, _first, second) => {
      const isAllowed = action === constants.SQLITE_FUNCTION ? functions.has(String(second)) : allowed.has(action);
      return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
    });
    return { rows: sqliteRowsOf(statement, rowsMax, bytesMax) };
  } catch (error) {
    if (error instanceof RangeError && error.message === TOO_MUCH) return { tooMuch: true };
    const message = error instanceof Error ? error.message : 'it failed';
    return { problem: message, isAboutNames: /^no such (table|column|function)/.test(message) };
  } finally {
    database.setAuthorizer(null);
  }
}

const TOO_MUCH = 'too much';

function sqliteRowsOf(statement: string, rowsMax: number, bytesMax: number): QueryRows {
  const prepared = database.prepare(statement);
  // SQLite reads the first of several statements, and leaves the others.
  if (prepared.sourceSQL.length < statement.length) throw new Error('Write exactly one statement');
  prepared.setReadBigInts(true);
  prepared.setReturnArrays(true);
  const rows: Cell[][] = [];
  let bytes = 0;
  for (const row of prepared.iterate()) {
    // With `setReturnArrays`, a row is a list.
    const cells = (row as unknown as SQLOutputValue[]).map(cellOf);
    bytes += cells.reduce<number>((sum, cell) => sum + String(cell).length, 0);
    if (bytes > bytesMax) throw new RangeError(TOO_MUCH);
    rows.push(cells);
    if (rows.length > rowsMax) break;
  }
  const columns = prepared.columns().map(({ name }) => name);
  return { columns, rows: rows.slice(0, rowsMax), hasMore: rows.length > rowsMax };
}

function cellOf(value: SQLOutputValue): Cell {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

const COLUMNS_OF_TABLES = `
  SELECT m.name, m.type, c.name, c.type, c."notnull" = 0, c.pk > 0,
    (SELECT f."table" || '.' || f."to" FROM pragma_foreign_key_list(m.name) f WHERE f."from" = c.name LIMIT 1)
  FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) c ON c.hidden IN (0, 2, 3)
  WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.name, c.cid LIMIT ${COLUMNS_MAX}`;
const INDEXES_OF_TABLES = `
  SELECT tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1, 2 LIMIT ${COLUMNS_MAX}`;

function tables(): SqliteAnswer {
  const own = { rowsMax: COLUMNS_MAX, bytesMax: LENGTH_MAX };
  const columns = sqliteRowsOf(COLUMNS_OF_TABLES, own.rowsMax, own.bytesMax);
  return { tables: tablesOfRows(columns, sqliteRowsOf(INDEXES_OF_TABLES, own.rowsMax, own.bytesMax)) };
}

process.on('message', (request: SqliteRequest) => {
  let answer: SqliteAnswer;
  try {
    answer = request.kind === 'query' ? query(request) : tables();
  } catch (error) {
    answer = { problem: error instanceof Error ? error.message : 'it failed', isAboutNames: false };
  }
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
// Reads the file: one that is no database fails here.
database.prepare('SELECT count(*) FROM sqlite_schema').get();
process.send?.({ ready: true } satisfies SqliteAnswer);
