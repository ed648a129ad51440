import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { MasterKey } from './master-key';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets for storage in the database: AES-256-GCM with a fresh 96-bit nonce each time. An envelope is:
 * `v1.<key id>.<nonce>.<ciphertext and tag>`, the last two in base64url, so it can be opened after a rotation of
 * the master key, as long as the old key is still configured.
 */
export class SecretEnvelope {
  private readonly sealing: MasterKey;
  private readonly keys: ReadonlyMap<string, MasterKey>;

  /** @param keys at least one; the first one seals, all of them open */
  constructor(keys: readonly MasterKey[]) {
    const [sealing] = keys;
    if (!sealing) throw new Error('An envelope needs a master key');
    this.sealing = sealing;
    this.keys = new Map(keys.map((key) => [key.id, key]));
  }

  /** @param purpose kind and owner of the secret; an envelope opens only for the purpose it was sealed for */
  seal(secret: string, purpose: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealing.bytes, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(authenticated(this.sealing.id, purpose));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, this.sealing.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
  }

  /** @throws Error when the envelope was changed, is for another purpose, or its master key is not configured */
  open(envelope: string, purpose: string): string {
    const [version, keyId = '', nonceText = '', sealedText = ''] = envelope.split('.');
    if (version !== VERSION) throw new Error('Not a secret envelope');
    const key = this.keys.get(keyId);
    if (!key) throw new Error(`The master key ${keyId} that sealed a stored secret is not configured (SECRETS_KEY)`);
    const nonce = Buffer.from(nonceText, 'base64url');
    const sealed = Buffer.from(sealedText, 'base64url');
    if (nonce.length !== NONCE_BYTES || sealed.length < TAG_BYTES) throw new Error('A stored secret is damaged');
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(authenticated(keyId, purpose));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new Error('A stored secret is damaged or was sealed for something else', { cause });
    }
  }

  /** Keys for uses other than envelopes: 32 bytes per master key (HKDF-SHA-256); use the first one for new data. */
  derivedKeys(purpose: string): readonly Buffer[] {
    return [...this.keys.values()].map(({ bytes }) => Buffer.from(hkdfSync('sha256', bytes, '', purpose, 32)));
  }
}

function authenticated(keyId: string, purpose: string): Buffer {
  return Buffer.from(`${VERSION}.${keyId}.${purpose}`, 'utf8');
}
