import { createConnection, type Connection, type ConnectionOptions, type QueryError as MysqlError } from 'mysql2';
import { connect, type Socket } from 'node:net';
import { boundedWork, OPENING, queryTooLong, tooMuch } from './bounded-work';
import { connectionError, errorCode } from './connection-errors';
import type { CheckedServer } from './checked-server';
import {
  type Cell,
  COLUMNS_MAX,
  type QueryBounds,
  QueryError,
  type QueryRows,
  type SqlSession,
  type TableInfo,
} from './sql-session';
import { withTls } from './preferred-tls';
import { tablesOfRows } from './table-rows';

const CONNECT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_S = 5;
const NO_TLS = 'HANDSHAKE_NO_SSL_SUPPORT';
/** Ended by its time in MySQL and MariaDB, or by us. */
const TIMED_OUT: ReadonlySet<unknown> = new Set([3_024, 1_969, 1_317]);
const UNKNOWN_NAMES = /^(ER_NO_SUCH_TABLE|ER_BAD_FIELD_ERROR|ER_UNKNOWN_TABLE|ER_SP_DOES_NOT_EXIST)$/;
const LOST = /^(PROTOCOL_|E[A-Z]+$|ER_SERVER_SHUTDOWN)/;

/** @throws AppError `unavailable` */
export async function openMysql(place: CheckedServer): Promise<SqlSession> {
  const { tls, ca } = place.server;
  const isVerified = tls === 'verify';
  const ssl = { rejectUnauthorized: isVerified, verifyIdentity: isVerified, ...(ca !== undefined && { ca }) };
  return withTls(
    tls,
    (isEncrypted) => MysqlSession.open(place, isEncrypted ? { ssl } : {}),
    (error) => errorCode(error) === NO_TLS,
  );
}

class MysqlSession implements SqlSession {
  isUsable = true;
  /** That a statement may take: MariaDB and MySQL have different settings for it. */
  private timeLimit = (timeoutMs: number) => `SET SESSION max_execution_time = ${Math.ceil(timeoutMs)}`;
  private id = 0;

  private constructor(
    private readonly connection: Connection,
    private readonly socket: Socket,
    private readonly killer: () => Promise<MysqlSession>,
    private readonly schema: string,
  ) {}

  static async open(place: CheckedServer, tls: Pick<ConnectionOptions, 'ssl'>): Promise<MysqlSession> {
    const { server, address, schema } = place;
    const { hostname: host, port, user, password, database } = server;
    const socket = connect({ host: address, port, timeout: CONNECT_TIMEOUT_MS });
    const connection = createConnection({
      ...tls,
      host,
      port,
      user,
      password,
      database: schema ?? database,
      stream: () => socket,
      connectTimeout: CONNECT_TIMEOUT_MS,
      charset: 'utf8mb4',
      flags: ['-LOCAL_FILES'],
      multipleStatements: false,
      dateStrings: true,
      supportBigNumbers: true,
    });
    const session = new MysqlSession(connection, socket, () => MysqlSession.open(place, tls), schema ?? database);
    // A handshake that fails, such as by the certificate of the server, is told to the connection only.
    const broken = new Promise<never>((_, reject) => {
      connection.on('error', (error) => {
        reject(error);
        session.close();
      });
    });
    broken.catch(() => undefined);
    socket.on('timeout', () => session.close());
    try {
      const work = () => Promise.race([session.prepare(), broken]);
      await boundedWork(OPENING, { socket, end: () => session.close() }, work);
      socket.setTimeout(0);
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  query(statement: string, bounds: QueryBounds): Promise<QueryRows> {
    return this.within(bounds, async () => {
      await this.begin(bounds);
      const rows = await this.rows(statement.replace(/[\s;]+$/, ''), bounds);
      await this.run('ROLLBACK');
      return rows;
    });
  }

  tables(bounds: QueryBounds): Promise<readonly TableInfo[]> {
    const all = { ...bounds, rowsMax: COLUMNS_MAX };
    return this.within(bounds, async () => {
      await this.begin(all);
      const columns = await this.rows(COLUMNS_OF_TABLES, all, [this.schema]);
      const indexes = await this.rows(INDEXES_OF_TABLES, all, [this.schema]);
      await this.run('ROLLBACK');
      return tablesOfRows(columns, indexes);
    });
  }

  close(): void {
    this.isUsable = false;
    this.connection.destroy();
    this.socket.destroy();
  }

  private async prepare(): Promise<void> {
    const { rows } = await this.rows('SELECT VERSION(), CONNECTION_ID()', { rowsMax: 1, bytesMax: 10_000 });
    const [version, id] = rows[0] ?? [];
    this.id = Number(id);
    if (/mariadb/i.test(String(version)))
      this.timeLimit = (timeoutMs) => `SET SESSION max_statement_time = ${Math.max(0.01, timeoutMs / 1_000)}`;
    // Quotes and escapes mean what the check of statements takes them for.
    await this.run("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'");
    await this.run(`SET SESSION lock_wait_timeout = ${LOCK_TIMEOUT_S}, innodb_lock_wait_timeout = ${LOCK_TIMEOUT_S}`);
    await this.run('SET SESSION TRANSACTION READ ONLY');
  }

  private async begin({ timeoutMs, rowsMax }: QueryBounds): Promise<void> {
    await this.run(this.timeLimit(timeoutMs));
    await this.run(`SET SESSION sql_select_limit = ${rowsMax + 1}`);
    await this.run('START TRANSACTION READ ONLY');
  }

  private async run(statement: string): Promise<void> {
    await this.rows(statement, { rowsMax: 1, bytesMax: 10_000 });
  }

  private rows(
    sql: string,
    { rowsMax, bytesMax }: Pick<QueryBounds, 'rowsMax' | 'bytesMax'>,
    values?: readonly string[],
  ): Promise<QueryRows> {
    return new Promise((resolve, reject) => {
      const rows: Cell[][] = [];
      let columns: readonly string[] = [];
      let bytes = 0;
      const query = this.connection.query({ sql, rowsAsArray: true, ...(values && { values: [...values] }) });
      query.on('fields', (fields: readonly { readonly name: string }[] | undefined) => {
        columns = (fields ?? []).map(({ name }) => name);
      });
      query.on('result', (row: unknown) => {
        if (!Array.isArray(row)) return;
        const cells = row.map(cellOf);
        bytes += cells.reduce<number>((sum, cell) => sum + String(cell).length, 0);
        if (bytes > bytesMax) {
          this.end();
          reject(tooMuch(bytesMax));
        } else if (rows.length <= rowsMax) rows.push(cells);
      });
      query.on('error', reject);
      query.on('end', () => resolve({ columns, rows: rows.slice(0, rowsMax), hasMore: rows.length > rowsMax }));
    });
  }

  private async within<T>(bounds: QueryBounds, work: () => Promise<T>): Promise<T> {
    try {
      return await boundedWork(bounds, { socket: this.socket, end: () => this.end() }, work);
    } catch (error) {
      const code = errorCode(error);
      if (!isOfServer(error) || LOST.test(code)) {
        this.close();
        throw connectionError(error);
      }
      await this.run('ROLLBACK').catch(() => this.close());
      if (TIMED_OUT.has(error.errno)) throw queryTooLong(bounds.timeoutMs);
      throw new QueryError(error.message, UNKNOWN_NAMES.test(code));
    }
  }

  /** The server would not notice before it sends something: it is told over another connection. */
  private end(): void {
    const { id } = this;
    this.close();
    void this.killer()
      .then((other) => other.run(`KILL QUERY ${id}`).finally(() => other.close()))
      .catch(() => undefined);
  }
}

function isOfServer(error: unknown): error is MysqlError {
  return error instanceof Error && 'errno' in error && 'sqlState' in error;
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (Buffer.isBuffer(value)) return `${value.length} bytes`;
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? null);
}

const COLUMNS_OF_TABLES = `
  SELECT c.TABLE_NAME, CASE WHEN t.TABLE_TYPE LIKE '%VIEW' THEN 'view' ELSE 'table' END, c.COLUMN_NAME, c.COLUMN_TYPE,
    c.IS_NULLABLE = 'YES', c.COLUMN_KEY = 'PRI',
    (SELECT CONCAT(k.REFERENCED_TABLE_NAME, '.', k.REFERENCED_COLUMN_NAME) FROM information_schema.KEY_COLUMN_USAGE k
      WHERE k.TABLE_SCHEMA = c.TABLE_SCHEMA AND k.TABLE_NAME = c.TABLE_NAME AND k.COLUMN_NAME = c.COLUMN_NAME
        AND k.REFERENCED_TABLE_NAME IS NOT NULL LIMIT 1)
  FROM information_schema.COLUMNS c
  JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
  WHERE c.TABLE_SCHEMA = ? ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION LIMIT ${COLUMNS_MAX}`;

const INDEXES_OF_TABLES = `
  SELECT TABLE_NAME, CONCAT(IF(NON_UNIQUE = 0, 'unique ', ''), INDEX_NAME, ' (',
    GROUP_CONCAT(COLUMN_NAME ORDER BY SEQ_IN_INDEX), ')')
  FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ?
  GROUP BY TABLE_NAME, INDEX_NAME, NON_UNIQUE ORDER BY 1, 2 LIMIT ${COLUMNS_MAX}`;
