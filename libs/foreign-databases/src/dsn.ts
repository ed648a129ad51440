import { AppError } from '@lectern/contracts/core';
import type { SqlDialect } from './dialect';

/** How a connection is encrypted: not at all, where the server can, always, always with a valid certificate. */
export type TlsMode = 'disable' | 'prefer' | 'require' | 'verify';

/** A database on a server. */
export interface ServerAddress {
  readonly dialect: 'postgresql' | 'mysql';
  readonly hostname: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly tls: TlsMode;
  /** Certificates that may have signed that of the server, instead of those of the system. */
  readonly ca?: string;
}

/** A database in a file. */
export interface FileAddress {
  readonly dialect: 'sqlite';
  /** Below the folder of the operator. */
  readonly path: string;
}

/** Where a database is. */
export type DatabaseAddress = ServerAddress | FileAddress;

/** Also as SQLAlchemy writes them, with a driver: `postgresql+psycopg2`. */
const dialects: Readonly<Record<string, SqlDialect>> = {
  postgres: 'postgresql',
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
};
const ports = { postgresql: 5_432, mysql: 3_306 } as const;
const tlsModes: Readonly<Record<string, TlsMode>> = {
  disable: 'disable',
  disabled: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  preferred: 'prefer',
  require: 'require',
  required: 'require',
  'verify-ca': 'verify',
  'verify-full': 'verify',
  verify_ca: 'verify',
  verify_identity: 'verify',
};
const HOSTNAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\.?|\[[0-9A-Fa-f:.]+\])$/;

/**
 * Reads the address of a database, such as `postgresql://user:password@host:5432/name?sslmode=verify-full`. Its
 * messages contain no part of it, since it is a secret.
 *
 * @throws AppError `invalid_request`
 */
export function parseDsn(dsn: string): DatabaseAddress {
  const [, scheme = '', rest = ''] = /^([a-z]+)(?:\+[a-z0-9_]+)?:\/\/(.*)$/is.exec(dsn) ?? [];
  const dialect = dialects[scheme.toLowerCase()];
  if (!dialect) throw wrong('it must begin with postgresql://, mysql://, mariadb:// or sqlite:///');
  if (dialect === 'sqlite') return { dialect, path: filePath(rest) };
  const url = URL.parse(`${dialect}://${rest}`);
  if (!url || !HOSTNAME.test(url.hostname)) throw wrong('it needs one host, as a name or an address');
  const database = decodedPart(url.pathname.replace(/^\//, ''));
  if (database === '' || database.includes('\0')) throw wrong('it needs the name of a database after the host');
  if (url.username === '') throw wrong('it needs a user');
  return {
    dialect,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || ports[dialect],
    user: decodedPart(url.username),
    password: decodedPart(url.password),
    database,
    tls: tlsOf(url.searchParams),
  };
}

function tlsOf(parameters: URLSearchParams): TlsMode {
  let tls: TlsMode = 'prefer';
  for (const [name, value] of parameters) {
    if (/^(charset|client_encoding)$/.test(name) && /^utf-?8(mb4)?$/i.test(value)) continue;
    const mode = /^ssl[-_]?mode$/i.test(name) ? tlsModes[value.toLowerCase()] : undefined;
    if (mode === undefined) throw wrong('the only parameter that it may have is sslmode');
    tls = mode;
  }
  return tls;
}

/** `/sales.db` or `//sales.db`: both mean the file in the folder. */
function filePath(rest: string): string {
  if (/[?#]/.test(rest)) throw wrong('a file has no parameters');
  const path = decodedPart(rest.replace(/^\/+/, ''));
  if (path === '' || path.includes('\0')) throw wrong('it needs the name of a file, as in sqlite:///sales.db');
  return path;
}

function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('a percent sign in it must be written as %25');
  }
}

function wrong(reason: string): AppError {
  return new AppError('invalid_request', `The address of the database cannot be used: ${reason}`);
}
