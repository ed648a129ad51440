import { createHash } from 'node:crypto';
import type { Egress } from '@lectern/egress';
import { LRUCache } from 'lru-cache';
import { type ObserveWork, unobserved } from './database-metrics';
import { withAuthority } from './database-authority';
import { type DatabaseAddress, parseDsn, type ServerAddress } from './dsn';
import { GraphDatabase, type GraphSchema } from './graph/graph-database';
import type { GraphSession } from './graph/graph-session';
import { openPostgres } from './session/postgres-session';
import { SessionPool } from './session/session-pool';
import { openSqlite } from './session/sqlite-session';
import type { SqlSession } from './session/sql-session';
import { type Catalog, SqlDatabase } from './sql-database';
import { AppError } from '@lectern/contracts/core';

const CATALOGS_MAX = 200;
const CATALOG_MS = 300_000;
const SCHEMA_CHARS_MAX = 63;

/** A database as a driver describes it. */
export interface ForeignDatabase {
  /** Secret. */
  readonly dsn: string;
  readonly schema?: string | null | undefined;
  /** Certificates, as PEM, that may have signed that of the server, which is then verified. */
  readonly ca?: string | null | undefined;
}

/** A graph database as a driver describes it. */
export interface ForeignGraph {
  readonly url: string;
  readonly username: string;
  /** Secret. */
  readonly password: string;
  readonly database?: string | null | undefined;
}

/** For whom a database is opened. */
export interface DatabaseCaller {
  /** Owners take turns. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Opens databases of others, as far as the operator allows their addresses. */
export class ForeignDatabases {
  private readonly pool = new SessionPool<SqlSession>();
  private readonly graphs = new SessionPool<GraphSession>();
  private readonly graphSchemas = new LRUCache<string, GraphSchema>({ max: CATALOGS_MAX, ttl: CATALOG_MS });
  private readonly catalogs = new LRUCache<string, Catalog>({ max: CATALOGS_MAX, ttl: CATALOG_MS });

  constructor(
    private readonly egress: Pick<Egress, 'addressesFor'>,
    /** Of SQLite files; undefined where there are none. */
    private readonly folder: string | undefined,
    private readonly observe: ObserveWork = unobserved,
  ) {}

  /** Connects with the first use. @throws AppError `invalid_request` for an address that cannot be read */
  sql({ dsn, schema: given, ca }: ForeignDatabase, { owner, signal }: DatabaseCaller): SqlDatabase {
    const address = withAuthority(parseDsn(dsn), ca);
    const schema = keptSchemaOf(address, given);
    // A secret, which is not kept.
    const key = createHash('sha256')
      .update(JSON.stringify([dsn, schema, ca ?? null]))
      .digest('base64');
    return new SqlDatabase({
      dialect: address.dialect,
      schema,
      owner,
      signal,
      use: (work) =>
        this.observe(address.dialect, () =>
          this.pool.use({ key, owner, signal }, () => this.open(address, schema), work),
        ),
      cached: () => this.catalogs.get(key),
      keep: (catalog) => {
        if (catalog) this.catalogs.set(key, catalog);
        else this.catalogs.delete(key);
      },
    });
  }

  /** Connects with the first use. @throws AppError `invalid_request` for an address that cannot be read */
  graph(graph: ForeignGraph, { owner, signal }: DatabaseCaller): GraphDatabase {
    const { hostname, port, isEncrypted } = graphAddress(graph.url);
    const login = { username: graph.username, password: graph.password, database: graph.database || undefined };
    const key = createHash('sha256')
      .update(JSON.stringify([graph.url, login]))
      .digest('base64');
    const open = async () => {
      const [address = ''] = await this.egress.addressesFor({ hostname, port });
      const { GraphSession: Sessions } = await import('./graph/graph-session');
      return Sessions.open({ hostname, port, address, isEncrypted }, login);
    };
    return new GraphDatabase({
      signal,
      use: (work) => this.observe('cypher', () => this.graphs.use({ key, owner, signal }, open, work)),
      cached: () => this.graphSchemas.get(key),
      keep: (schema) => this.graphSchemas.set(key, schema),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.pool.close();
    this.graphs.close();
  }

  private async open(address: DatabaseAddress, schema: string | undefined): Promise<SqlSession> {
    if (address.dialect === 'sqlite') return openSqlite(address.path, this.folder);
    const place = { server: address, address: await this.addressOf(address), schema };
    if (address.dialect === 'postgresql') return openPostgres(place);
    const { openMysql } = await import('./session/mysql-session');
    return openMysql(place);
  }

  /** The message of egress names the host, which is part of a secret. */
  private async addressOf({ hostname, port }: ServerAddress): Promise<string> {
    try {
      const [first = ''] = await this.egress.addressesFor({ hostname, port });
      return first;
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'unavailable';
      throw new AppError(
        code,
        'The host of the database is unknown, or not on the public internet',
        {},
        { cause: error },
      );
    }
  }
}

const BOLT_PORT = 7_687;

/** Servers of a cluster are not asked for others: the one of the address answers. */
function graphAddress(text: string): {
  readonly hostname: string;
  readonly port: number;
  readonly isEncrypted: boolean;
} {
  const url = URL.parse(text);
  const scheme = /^(?:bolt|neo4j)(\+s)?:$/.exec(url?.protocol ?? '');
  if (!url || !scheme || url.hostname === '' || url.username !== '' || url.search !== '')
    throw new AppError(
      'invalid_request',
      'Graph databases are asked over Bolt: write bolt://host, or bolt+s://host with TLS',
    );
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  return { hostname, port: Number(url.port) || BOLT_PORT, isEncrypted: scheme[1] !== undefined };
}

/** In MySQL, a schema is a database. */
function keptSchemaOf(address: DatabaseAddress, given: string | null | undefined): string | undefined {
  const schema =
    given || (address.dialect === 'mysql' ? address.database : address.dialect === 'postgresql' ? 'public' : undefined);
  if (address.dialect === 'sqlite' && given && given !== 'main')
    throw new AppError('invalid_request', 'A file of SQLite has one schema, main');
  if (schema !== undefined && (schema.length > SCHEMA_CHARS_MAX || schema.includes('\0')))
    throw new AppError('invalid_request', `The name of a schema has at most ${SCHEMA_CHARS_MAX} characters`);
  return schema;
}
