import neo4j, { type Driver, isInt, isNode, isPath, isRelationship, type Session } from 'neo4j-driver';
import { boundedWork, queryTooLong } from '../session/bounded-work';
import { connectionError, errorCode } from '../session/connection-errors';
import { type Cell, type QueryBounds, QueryError, type QueryRows } from '../session/sql-session';
import { BoltRelay, type CheckedGraph } from './bolt-relay';

const CONNECT_TIMEOUT_MS = 10_000;
const DEPTH_MAX = 8;

/** Who signs in, and to which database. */
export interface GraphLogin {
  readonly username: string;
  readonly password: string;
  readonly database?: string | undefined;
}

/** A connection to a graph database that only reads. */
export class GraphSession {
  isUsable = true;

  private constructor(
    private readonly driver: Driver,
    private readonly relay: BoltRelay,
    private readonly login: GraphLogin,
  ) {}

  static async open(graph: CheckedGraph, login: GraphLogin): Promise<GraphSession> {
    const relay = await BoltRelay.start(graph);
    const driver = neo4j.driver(`bolt://127.0.0.1:${relay.port}`, neo4j.auth.basic(login.username, login.password), {
      encrypted: 'ENCRYPTION_OFF',
      maxConnectionPoolSize: 1,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      connectionAcquisitionTimeout: CONNECT_TIMEOUT_MS,
      maxTransactionRetryTime: 0,
      telemetryDisabled: true,
      userAgent: 'Lectern',
    });
    return new GraphSession(driver, relay, login);
  }

  /**
   * Runs a query in a session that the database knows to read only.
   *
   * @throws QueryError with what the database says
   * @throws AppError `deadline_exceeded`, `too_large`, `unavailable`, `cancelled`
   */
  async query(statement: string, bounds: QueryBounds): Promise<QueryRows> {
    const { database } = this.login;
    const session = this.driver.session({
      defaultAccessMode: neo4j.session.READ,
      fetchSize: bounds.rowsMax + 1,
      ...(database && { database }),
    });
    try {
      return await boundedWork(bounds, { socket: this.relay, end: () => this.close() }, () =>
        graphRowsOf(session, statement, bounds),
      );
    } catch (error) {
      throw this.failure(error, bounds);
    } finally {
      if (this.isUsable) await session.close().catch(() => this.close());
    }
  }

  close(): void {
    this.isUsable = false;
    this.relay.close();
    void this.driver.close().catch(() => undefined);
  }

  private failure(error: unknown, { timeoutMs }: QueryBounds): Error {
    const code = errorCode(error);
    if (/^Neo\.(ClientError|TransientError)\.Transaction\.TransactionTimedOut/.test(code))
      return queryTooLong(timeoutMs);
    const isOfQuery = /^Neo\.(ClientError\.(Statement|Schema|Procedure|Request)|DatabaseError\.Statement)/.test(code);
    if (isOfQuery && error instanceof Error) return new QueryError(error.message, false);
    this.close();
    return connectionError(this.relay.failure ?? error);
  }
}

async function graphRowsOf(
  session: Session,
  statement: string,
  { rowsMax, timeoutMs }: QueryBounds,
): Promise<QueryRows> {
  const result = session.run(statement, {}, { timeout: Math.ceil(timeoutMs) });
  const columns = (await result.keys()).map(String);
  const rows: Cell[][] = [];
  for await (const record of result) {
    rows.push(columns.map((name) => graphCellOf(record.get(name))));
    if (rows.length > rowsMax) break;
  }
  return { columns, rows: rows.slice(0, rowsMax), hasMore: rows.length > rowsMax };
}

function graphCellOf(value: unknown): Cell {
  const plain = plainOf(value, 0);
  if (plain === null || typeof plain === 'number' || typeof plain === 'string' || typeof plain === 'boolean')
    return plain;
  return JSON.stringify(plain) ?? null;
}

function plainOf(value: unknown, depth: number): unknown {
  if (value === null || value === undefined || depth > DEPTH_MAX) return null;
  if (isInt(value)) return value.inSafeRange() ? value.toNumber() : value.toString();
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return value;
  const inner = (one: unknown) => plainOf(one, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  if (isNode(value)) return { labels: value.labels, ...plainMembers(value.properties, inner) };
  if (isRelationship(value)) return { type: value.type, ...plainMembers(value.properties, inner) };
  if (isPath(value))
    return [inner(value.start), ...value.segments.flatMap((one) => [inner(one.relationship), inner(one.end)])];
  // Dates, times, durations and points.
  if (value.constructor !== Object) return String(value);
  return plainMembers(value, inner);
}

function plainMembers(members: object, inner: (one: unknown) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, inner(one)]));
}
