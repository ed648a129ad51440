import { connect, Socket } from 'node:net';
import { Client, DatabaseError, type QueryConfig } from 'pg';
import { boundedWork, OPENING, queryTooLong } from './bounded-work';
import type { CheckedServer } from './checked-server';
import { connectionError, errorCode } from './connection-errors';
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
const LOCK_TIMEOUT_MS = 5_000;
const CANCEL_CODE = 80_877_102;
const CANCEL_TIMEOUT_MS = 5_000;
/** The statement was cancelled, by its time or by us. */
const QUERY_CANCELED = '57014';
const UNDEFINED_NAMES = /^(42P01|42703|42883|3F000|42P02)$/;
const NO_TLS = 'The server does not support SSL connections';

/** @throws AppError `unavailable` */
export async function openPostgres(place: CheckedServer): Promise<SqlSession> {
  const { tls, ca } = place.server;
  const ssl = { rejectUnauthorized: tls === 'verify', ...(ca !== undefined && { ca }) };
  return withTls(
    tls,
    (isEncrypted) => PostgresSession.open(place, isEncrypted && ssl),
    (error) => error instanceof Error && error.message === NO_TLS,
  );
}

class PostgresSession implements SqlSession {
  isUsable = true;
  private isDirty = false;

  private constructor(
    private readonly client: Client,
    private readonly socket: Socket,
    private readonly place: CheckedServer,
  ) {}

  static async open(
    place: CheckedServer,
    ssl: false | { rejectUnauthorized: boolean; ca?: string },
  ): Promise<PostgresSession> {
    const { server, address } = place;
    const { hostname: host, port, user, password, database } = server;
    const socket = socketTo(address, port);
    const client = new Client({
      host,
      port,
      user,
      password,
      database,
      ssl,
      stream: () => socket,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'Lectern',
      types: { getTypeParser: (type: number) => readerOf(type) },
    });
    const session = new PostgresSession(client, socket, place);
    // A connection that breaks while nobody uses it.
    client.on('error', () => session.close());
    try {
      await boundedWork(OPENING, { socket, end: () => session.close() }, async () => {
        await client.connect();
        await client.query(settingsFor(place));
      });
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  query(statement: string, bounds: QueryBounds): Promise<QueryRows> {
    return this.within(bounds, async () => {
      await this.begin(bounds);
      // A cursor takes one SELECT only: what changes something is refused by the grammar of PostgreSQL, too.
      await this.send({ text: `DECLARE lectern NO SCROLL CURSOR FOR ${bare(statement)}` });
      const { fields, rows } = await this.send({ text: `FETCH FORWARD ${bounds.rowsMax + 1} FROM lectern` });
      await this.client.query('ROLLBACK');
      return {
        columns: fields.map(({ name }) => name),
        rows: rows.slice(0, bounds.rowsMax),
        hasMore: rows.length > bounds.rowsMax,
      };
    });
  }

  tables(bounds: QueryBounds): Promise<readonly TableInfo[]> {
    return this.within(bounds, async () => {
      await this.begin(bounds);
      const values = [this.place.schema ?? null];
      const columns = await this.send({ text: COLUMNS_OF_TABLES, values });
      const indexes = await this.send({ text: INDEXES_OF_TABLES, values });
      await this.client.query('ROLLBACK');
      return tablesOfRows({ ...none, rows: columns.rows }, { ...none, rows: indexes.rows });
    });
  }

  close(): void {
    this.isUsable = false;
    this.socket.destroy();
    void this.client.end().catch(() => undefined);
  }

  private async begin({ timeoutMs }: QueryBounds): Promise<void> {
    // Locks, prepared statements and settings of an earlier statement.
    if (this.isDirty) await this.client.query('DISCARD ALL');
    if (this.isDirty) await this.client.query(settingsFor(this.place));
    this.isDirty = true;
    await this.client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)}`,
    );
  }

  /** Extended protocol, which takes one statement only. */
  private async send(query: QueryConfig) {
    const extended = { ...query, queryMode: 'extended', rowMode: 'array' as const };
    return this.client.query<Cell[]>(extended);
  }

  private async within<T>(bounds: QueryBounds, work: () => Promise<T>): Promise<T> {
    const end = () => {
      this.cancel();
      this.close();
    };
    try {
      return await boundedWork(bounds, { socket: this.socket, end }, work);
    } catch (error) {
      if (!(error instanceof DatabaseError)) {
        this.close();
        throw connectionError(error);
      }
      await this.client.query('ROLLBACK').catch(() => this.close());
      const code = errorCode(error);
      if (code === QUERY_CANCELED) throw queryTooLong(bounds.timeoutMs);
      if (/^(08|57P)/.test(code)) throw connectionError(error);
      throw new QueryError(error.message, UNDEFINED_NAMES.test(code));
    }
  }

  /** Has the server end what it does for the connection, over another one, as its protocol says. */
  private cancel(): void {
    // Of the connection of `pg`, which does not declare them.
    const { processID, secretKey } = this.client as unknown as { processID?: number; secretKey?: number };
    if (processID === undefined || secretKey === undefined) return;
    const message = Buffer.alloc(16);
    message.writeInt32BE(16, 0);
    message.writeInt32BE(CANCEL_CODE, 4);
    message.writeInt32BE(processID, 8);
    message.writeInt32BE(secretKey, 12);
    const socket = connect({ host: this.place.address, port: this.place.server.port });
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.end(message);
    socket.resume();
  }
}

const none = { columns: [], hasMore: false };

/** A socket that `pg` connects, whatever name it gives, to the address that was checked. */
function socketTo(address: string, port: number): Socket {
  const socket = new Socket();
  const connectTo = socket.connect.bind(socket);
  return Object.assign(socket, { connect: () => connectTo({ host: address, port }) });
}

function settingsFor({ schema }: CheckedServer): string {
  return [
    'SET default_transaction_read_only = on',
    `SET lock_timeout = ${LOCK_TIMEOUT_MS}`,
    'SET idle_in_transaction_session_timeout = 60000',
    'SET standard_conforming_strings = on',
    'SET cursor_tuple_fraction = 1',
    "SET datestyle = 'ISO'",
    "SET intervalstyle = 'iso_8601'",
    ...(schema ? [`SET search_path = "${schema.replaceAll('"', '""')}"`] : []),
  ].join('; ');
}

function bare(statement: string): string {
  return statement.replace(/[\s;]+$/, '');
}

/** Whole and decimal numbers that JavaScript has exactly or as nearly as the database, and truth values. */
function readerOf(type: number): (value: string) => Cell {
  if (type === 16) return (value) => value === 't';
  if (type === 17) return (value) => `${Math.max(0, value.length / 2 - 1)} bytes`;
  return [21, 23, 700, 701, 20, 1700].includes(type) ? numberOf : (value) => value;
}

function numberOf(value: string): Cell {
  const number = Number(value);
  const isExact = Number.isFinite(number) && (String(number) === value || !/^-?\d{16,}/.test(value));
  return isExact ? number : value;
}

const COLUMNS_OF_TABLES = `
  SELECT c.relname, CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END, a.attname,
    pg_catalog.format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, p.conname IS NOT NULL,
    (SELECT r.relname || '.' || ra.attname FROM pg_catalog.pg_constraint f
      JOIN pg_catalog.pg_class r ON r.oid = f.confrelid
      JOIN pg_catalog.pg_attribute ra ON ra.attrelid = f.confrelid AND ra.attnum = f.confkey[1]
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey[1] = a.attnum AND cardinality(f.conkey) = 1 LIMIT 1)
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_catalog.pg_constraint p ON p.conrelid = c.oid AND p.contype = 'p' AND a.attnum = ANY (p.conkey)
  WHERE n.nspname = COALESCE($1::text, current_schema()) AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
    AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
  ORDER BY c.relname, a.attnum LIMIT ${COLUMNS_MAX}`;

const INDEXES_OF_TABLES = `
  SELECT tablename, indexdef FROM pg_catalog.pg_indexes WHERE schemaname = COALESCE($1::text, current_schema())
  ORDER BY 1, 2 LIMIT ${COLUMNS_MAX}`;
