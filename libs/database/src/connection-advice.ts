import { memberNamed } from '@lectern/contracts/core';
import { Client } from 'pg';

const refusesUser = new Set(['28P01', '28000']);
const HAS_NO_DATABASE = '3D000';
const ALLOWS_TOO_LITTLE = '42501';
/** The first version with `pg_input_is_valid`. */
const MAJOR_VERSION_MIN = 16;
const VERSIONS_PER_MAJOR = 10_000;

/** Advice for an error of the first connection to a server, in one line without passwords. */
export function connectionAdvice(error: unknown, url: string): string {
  const { host, user, database } = databaseAddress(url);
  const code = textMember(error, 'code');
  if (refusesUser.has(code)) return `Postgres at ${host} refuses ${user}: correct user and password in DATABASE_URL`;
  if (code === HAS_NO_DATABASE)
    return `Postgres at ${host} has no database ${database}: create it, or correct DATABASE_URL`;
  const reason = connectionFailure(error);
  if (code === ALLOWS_TOO_LITTLE) return `Postgres at ${host} does not let ${user} make what is needed: ${reason}`;
  return `Postgres at ${host} cannot be used: correct DATABASE_URL, or start it (${reason})`;
}

/**
 * Advice for a server that is too old, in one line without passwords.
 *
 * @param version as in `server_version_num`: 160004 is 16.4
 */
export function versionAdvice(version: number, url: string): string | undefined {
  const major = Math.floor(version / VERSIONS_PER_MAJOR);
  if (major >= MAJOR_VERSION_MIN) return undefined;
  return `Postgres at ${databaseAddress(url).host} is version ${major}: Lectern needs ${MAJOR_VERSION_MIN} or later`;
}

/** Parsed as the driver does; a folder means a local socket. */
function databaseAddress(url: string): { readonly host: string; readonly user: string; readonly database: string } {
  const { host, port, user = '', database = '' } = new Client({ connectionString: url });
  return { host: host.startsWith('/') ? host : `${host}:${port}`, user, database };
}

/** If a host has several addresses, their failures are nested in an error without a message. */
function connectionFailure(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return textMember(first, 'message') || textMember(first, 'code') || String(first);
}

function textMember(value: unknown, name: string): string {
  const member = memberNamed(value, name);
  return typeof member === 'string' ? member : '';
}
