import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const VERSION = 0x80;
const TIME_AT = 1;
const IV_AT = 9;
const CIPHERTEXT_AT = 25;
const HMAC_BYTES = 32;
const BLOCK_BYTES = 16;
const KEY_BYTES = 32;
/** Of a token: URL-safe base64 with its padding. */
const BASE64 = /^[0-9A-Za-z_-]+={0,2}$/;

/** How a token is made; both parts are random and now where nothing else is said. */
export interface FernetMoment {
  readonly iv?: Uint8Array;
  readonly date?: Date;
}

/**
 * Encrypts and authenticates bytes as the Fernet specification defines: version, time, IV, AES-128-CBC with the second
 * half of the key, HMAC-SHA-256 over all of it with the first half; as ASCII.
 *
 * @param key 32 bytes
 */
export function sealFernet(
  content: Uint8Array,
  key: Uint8Array,
  { iv = randomBytes(BLOCK_BYTES), date = new Date() }: FernetMoment = {},
): string {
  const { signing, encryption } = halves(key);
  const head = Buffer.alloc(CIPHERTEXT_AT);
  head.writeUInt8(VERSION);
  head.writeBigUInt64BE(BigInt(Math.floor(date.getTime() / 1_000)), TIME_AT);
  head.set(iv, IV_AT);
  const cipher = createCipheriv('aes-128-cbc', encryption, iv);
  const signed = Buffer.concat([head, cipher.update(content), cipher.final()]);
  const token = Buffer.concat([signed, hmacOf(signed, signing)]).toString('base64url');
  // Other implementations need the padding, which Node leaves out.
  return token.padEnd(Math.ceil(token.length / 4) * 4, '=');
}

/**
 * Opens a token. Nothing is decrypted before it is known to be whole and made with the key.
 *
 * @param key 32 bytes
 * @returns undefined for what is no token of this key
 */
export function openFernet(token: string, key: Uint8Array): Buffer | undefined {
  if (token.length % 4 !== 0 || !BASE64.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const ciphertextBytes = bytes.length - CIPHERTEXT_AT - HMAC_BYTES;
  if (bytes[0] !== VERSION || ciphertextBytes < BLOCK_BYTES || ciphertextBytes % BLOCK_BYTES !== 0) return undefined;
  const { signing, encryption } = halves(key);
  const signed = bytes.subarray(0, -HMAC_BYTES);
  if (!timingSafeEqual(hmacOf(signed, signing), bytes.subarray(-HMAC_BYTES))) return undefined;
  const decipher = createDecipheriv('aes-128-cbc', encryption, bytes.subarray(IV_AT, CIPHERTEXT_AT));
  try {
    return Buffer.concat([decipher.update(signed.subarray(CIPHERTEXT_AT)), decipher.final()]);
  } catch {
    return undefined; // made with the key, but with a wrong padding
  }
}

function halves(key: Uint8Array): { readonly signing: Uint8Array; readonly encryption: Uint8Array } {
  if (key.length !== KEY_BYTES) throw new Error(`A key of Fernet has ${KEY_BYTES} bytes`);
  return { signing: key.subarray(0, KEY_BYTES / 2), encryption: key.subarray(KEY_BYTES / 2) };
}

function hmacOf(signed: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(signed).digest();
}
