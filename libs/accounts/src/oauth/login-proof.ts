import { timingSafeEqual } from 'node:crypto';
import { randomSecret, tokenHash } from '@lectern/secrets';

const PARAMETER = 'login_verifier';

/** Proof of having ended a login, which its browser alone gets. */
export interface LoginProof {
  /** Of the secret, to be stored with the login. */
  readonly hash: string;
  /** The address that continues the authorization, with the secret. */
  readonly location: string;
}

/**
 * The name of a login is known to the browser that began the authorization, and to everyone whom it lets see a link.
 * Only who ended the login may continue: otherwise somebody could begin it, and let another person sign in for it.
 */
export function newLoginProof(returnTo: string): LoginProof {
  const secret = randomSecret();
  const address = new URL(returnTo);
  address.searchParams.set(PARAMETER, secret);
  return { hash: hashed(secret), location: address.href };
}

/** @param stored hash of the proof; a login without one is not continued */
export function isLoginProof(secret: string | undefined, stored: unknown): boolean {
  if (secret === undefined || typeof stored !== 'string') return false;
  const [sent, expected] = [Buffer.from(hashed(secret)), Buffer.from(stored)];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

function hashed(secret: string): string {
  return tokenHash(secret).toString('base64url');
}
