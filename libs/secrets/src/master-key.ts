import { createHash, hkdfSync, randomBytes } from 'node:crypto';

/** A key that seals envelopes. `id` is public and part of every envelope. */
export interface MasterKey {
  /** 12 lower-case hex digits, computed from the key. */
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Buffer;
}

/** Minimum length of a text from which a master key is derived. */
export const SECRET_CHARS_MIN = 32;

/** Derives the key from a configured text: HKDF-SHA-256 (RFC 5869) without salt, 32 bytes. */
export function masterKeyOf(secret: string): MasterKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'lectern master key', 32));
  const id = createHash('sha256').update('lectern master key id').update(bytes).digest('hex').slice(0, 12);
  return { id, bytes };
}

/**
 * Reads a list of secrets separated by commas or line ends. The first one seals; the others only open envelopes
 * sealed before a rotation.
 *
 * @throws Error for an empty list, or when one is shorter than `SECRET_CHARS_MIN`
 */
export function masterKeysOf(text: string): readonly MasterKey[] {
  const secrets = text.split(/[,\n]/).map((secret) => secret.trim());
  const given = secrets.filter((secret) => secret !== '');
  if (given.length === 0) throw new Error('must name at least one secret');
  if (given.some((secret) => secret.length < SECRET_CHARS_MIN)) {
    throw new Error(`must have at least ${SECRET_CHARS_MIN} characters in every secret`);
  }
  return given.map(masterKeyOf);
}

/** A new secret of 256 random bits, as text. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
