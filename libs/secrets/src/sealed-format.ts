import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a fresh nonce of 96 bits, which the result begins with; it ends with the tag. */
export function encrypted(text: Buffer, key: Buffer, authenticated: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(authenticated, 'utf8'));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when anything was changed */
export function decrypted(bytes: Buffer, key: Buffer, authenticated: string): Buffer {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('A stored secret is damaged');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(authenticated, 'utf8'));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new Error('A stored secret is damaged or was sealed for something else', { cause });
  }
}
