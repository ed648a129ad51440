import type { IncomingMessage } from 'node:http';
import { type DataRole, dataRoles, type Role, type WireNames } from '@lectern/contracts/core';

const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
/** More than all roles take. */
const HEADER_CHARS_MAX = 256;

/**
 * Roles that a request claims by their header alone. Pages of other machines, and names that lead here by a trick,
 * claim none: a browser on this machine would send their requests.
 */
export function claimedRoles({ headers }: IncomingMessage, names: WireNames): readonly DataRole[] {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const isForeignPage = origin === undefined ? site === 'cross-site' : !LOOPBACK.test(origin);
  if (isForeignPage || !LOOPBACK.test(host)) return [];
  const header = String(names.readHeaders(headers)['x-kbdb-roles'] ?? '').slice(0, HEADER_CHARS_MAX);
  const claimed = header.split(/[;,]/).map((word) => word.trim().toUpperCase());
  return dataRoles.filter((role) => claimed.includes(role));
}

/** Some clients claim one role per call: a caller who writes or manages may also read. */
export function rolesOfClaim(claimed: readonly DataRole[]): readonly Role[] {
  const roles: readonly DataRole[] = claimed.length > 0 ? [...new Set<DataRole>(['READER', ...claimed])] : [];
  return claimed.includes('MANAGER') ? [...roles, 'SOWNER', 'AOWNER', 'AMEMBER'] : [...roles, 'AMEMBER'];
}
