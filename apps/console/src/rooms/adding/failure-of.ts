import { serverWords } from '../../api/failure';
import { ApiError } from '@lectern/client';
import type { Failure, SignedOut } from './addition';

/** Answer of the server about a file that a resource has already. */
const DUPLICATE = /already exists.*in the resource ([0-9a-f]{32})/;

/** Why an answer refused something; undefined statuses are of requests without an answer. */
export function failureOf(status: number | undefined, body: unknown): Failure | SignedOut {
  if (status === undefined || status === 0 || status === 502 || status === 504) return { kind: 'away' };
  if (status === 401) return { kind: 'signed-out' };
  const words = serverWords(new ApiError('POST', status, parsed(body))) ?? `HTTP ${status}`;
  const [, rid] = DUPLICATE.exec(words) ?? [];
  return rid !== undefined && status === 409 ? { kind: 'duplicate', rid } : { kind: 'refused', words };
}

function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
