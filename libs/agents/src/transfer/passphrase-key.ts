import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { busy, Slots } from '@lectern/workers';

/** Random bytes at the begin of a file. */
export const SALT_BYTES = 16;
/** As the format defines. */
const ITERATIONS = 1_200_000;
const KEY_BYTES = 32;
const WAITING_MAX = 64;

const derived = promisify(pbkdf2);

/** Each takes a core for about a second; the pool of threads in which it runs also reads files. */
const turns = new Slots({
  slotsMax: 2,
  waitingMax: WAITING_MAX,
  ownWaitingMax: WAITING_MAX / 8,
  order: 'fair',
  refusal: busy('Too many files wait to be encrypted or decrypted: try again later'),
});

/** Whose key it is, and until when it is wanted. */
export interface KeyClaim {
  /** Owners take turns. */
  readonly owner: string;
  readonly signal?: AbortSignal;
}

/**
 * The key of a file: PBKDF2 (RFC 8018) with HMAC-SHA-256 and 1,200,000 iterations. Does not hold up the event loop.
 *
 * @throws AppError `rate_limited` when too many wait, `cancelled`
 */
export function passphraseKey(passphrase: string, salt: Uint8Array, claim: KeyClaim): Promise<Buffer> {
  return turns.use(claim, () => derived(Buffer.from(passphrase, 'utf8'), salt, ITERATIONS, KEY_BYTES, 'sha256'));
}
