import { hkdfSync, randomBytes } from 'node:crypto';
import type { MasterKey } from './master-key';
import { decrypted, encrypted } from './sealed-format';

const KEY_BYTES = 32;
const NONCE_CHARS = 16;

/** Envelopes within a text, such as a JSON document: version, key id, and the two parts after it. */
const ENVELOPES = /\b(v1|v2|w2)\.([0-9a-f]{12})\.([\w-]+)\.([\w-]+)/g;

/** Envelopes of a text, by the master key that they name. */
export interface EnvelopeCount {
  /** Of the master key. */
  readonly keyId: string;
  readonly count: number;
}

/** A text whose envelopes name the newest master key. */
export interface Resealed {
  readonly text: string;
  /** Envelopes that were changed. */
  readonly changed: number;
  /** Envelopes that name another key and could not be opened: it is not configured, or they are damaged. */
  readonly left: number;
}

/**
 * Encrypts secrets for storage in the database. Each has a data key of its own, with which AES-256-GCM encrypts it for
 * its purpose; a master key encrypts the data key. An envelope is `v2.<id of the master key>.<data key>.<secret>`, the
 * last two encrypted and in base64url. So another master key replaces an earlier one without anybody knowing the
 * purpose, and without the secret being read.
 *
 * Envelopes of earlier versions are `v1.<id>.<nonce>.<secret>`, encrypted by the master key itself. To replace that, they
 * are wrapped whole, together with their key: `w2.<id>.<data key>.<envelope and key>`.
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

  /** Ids of the master keys, the sealing one first. */
  get keyIds(): readonly string[] {
    return [this.sealing.id, ...[...this.keys.keys()].filter((id) => id !== this.sealing.id)];
  }

  /** @param purpose kind and owner of the secret; an envelope opens only for the purpose it was sealed for */
  seal(secret: string, purpose: string): string {
    return this.wrapped('v2', Buffer.from(secret, 'utf8'), purpose);
  }

  /** @throws Error when the envelope was changed, is for another purpose, or its master key is not configured */
  open(envelope: string, purpose: string): string {
    const [version = '', keyId = '', first = '', second = '', ...more] = envelope.split('.');
    if (!['v1', 'v2', 'w2'].includes(version) || more.length > 0) throw new Error('Not a secret envelope');
    const key = this.keyOf(keyId);
    if (version === 'v1') return opened({ key, nonce: first, sealed: second }, purpose);
    const dataKey = dataKeyOf(key, { version, wrapped: first });
    const bytes = Buffer.from(second, 'base64url');
    if (version === 'v2') return decrypted(bytes, dataKey, `v2.${purpose}`).toString('utf8');
    const [oldId = '', oldKey = '', nonce = '', sealed = ''] = decrypted(bytes, dataKey, 'w2')
      .toString('utf8')
      .split('.');
    return opened({ key: { id: oldId, bytes: Buffer.from(oldKey, 'base64url') }, nonce, sealed }, purpose);
  }

  /** Has every envelope of a text name the newest master key. */
  reseal(text: string): Resealed {
    let [changed, left] = [0, 0];
    const resealed = text.replace(
      ENVELOPES,
      (envelope, version: string, keyId: string, first: string, second: string) => {
        if (keyId === this.sealing.id) return envelope;
        try {
          const result = this.moved({ version, keyId, first, second });
          changed += 1;
          return result;
        } catch {
          left += 1;
          return envelope;
        }
      },
    );
    return { text: resealed, changed, left };
  }

  /** Keys for uses other than envelopes: 32 bytes per master key (HKDF-SHA-256); use the first one for new data. */
  derivedKeys(purpose: string): readonly Buffer[] {
    return [...this.keys.values()].map(({ bytes }) => Buffer.from(hkdfSync('sha256', bytes, '', purpose, KEY_BYTES)));
  }

  private keyOf(id: string): MasterKey {
    const key = this.keys.get(id);
    if (!key) throw new Error(`The master key ${id} that sealed a stored secret is not configured (SECRETS_KEY)`);
    return key;
  }

  private moved(parts: {
    readonly version: string;
    readonly keyId: string;
    readonly first: string;
    readonly second: string;
  }) {
    const { version, keyId, first, second } = parts;
    const key = this.keyOf(keyId);
    if (version === 'v1') {
      if (first.length !== NONCE_CHARS) throw new Error('Not a secret envelope');
      const inner = [key.id, key.bytes.toString('base64url'), first, second].join('.');
      return this.wrapped('w2', Buffer.from(inner, 'utf8'));
    }
    const dataKey = dataKeyOf(key, { version, wrapped: first });
    return [version, this.sealing.id, this.wrappedKey(version, dataKey), second].join('.');
  }

  private wrapped(version: 'v2' | 'w2', secret: Buffer, purpose?: string): string {
    const dataKey = randomBytes(KEY_BYTES);
    const content = encrypted(secret, dataKey, purpose === undefined ? version : `${version}.${purpose}`);
    return [version, this.sealing.id, this.wrappedKey(version, dataKey), content.toString('base64url')].join('.');
  }

  private wrappedKey(version: string, dataKey: Buffer): string {
    const { id, bytes } = this.sealing;
    return encrypted(dataKey, bytes, `${version}.${id}`).toString('base64url');
  }
}

/** Counts envelopes within a text. */
export function envelopesIn(text: string): readonly EnvelopeCount[] {
  const counts = new Map<string, number>();
  for (const [, , keyId = ''] of text.matchAll(ENVELOPES)) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  return [...counts].map(([keyId, count]) => ({ keyId, count }));
}

function dataKeyOf(
  { id, bytes }: MasterKey,
  { version, wrapped }: { readonly version: string; readonly wrapped: string },
) {
  return decrypted(Buffer.from(wrapped, 'base64url'), bytes, `${version}.${id}`);
}

/** An envelope of an earlier version, whose nonce is a part of its own. */
function opened(
  { key, nonce, sealed }: { readonly key: MasterKey; readonly nonce: string; readonly sealed: string },
  purpose: string,
): string {
  const bytes = Buffer.concat([Buffer.from(nonce, 'base64url'), Buffer.from(sealed, 'base64url')]);
  return decrypted(bytes, key.bytes, `v1.${key.id}.${purpose}`).toString('utf8');
}
