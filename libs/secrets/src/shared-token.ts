import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretEnvelope } from './secret-envelope';

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

/**
 * JSON Web Tokens (RFC 7519) with HS256, for messages between processes of one deployment that pass through callers.
 * Keys are derived from the master keys, so every process that has the master keys can sign and verify.
 */
export class SharedTokens {
  private readonly keys: readonly Buffer[];

  /** @param purpose a token is valid for its own purpose only */
  constructor(envelope: SecretEnvelope, purpose: string) {
    this.keys = envelope.derivedKeys(purpose);
  }

  /** @param claims registered claims included; times in seconds */
  sign(claims: Readonly<Record<string, unknown>>): string {
    const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const [key = Buffer.alloc(0)] = this.keys;
    return `${signed}.${macOf(signed, key).toString('base64url')}`;
  }

  /** The claims of a token that was signed here and has not expired; undefined for anything else. */
  read(token: string, now: Date): Readonly<Record<string, unknown>> | undefined {
    const [header, body = '', mac = '', ...others] = token.split('.');
    if (header !== HEADER || others.length > 0) return undefined;
    const given = Buffer.from(mac, 'base64url');
    const isSigned = this.keys.some((key) => {
      const expected = macOf(`${header}.${body}`, key);
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    if (!isSigned) return undefined;
    // `sign` made it from an object.
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>;
    return typeof claims['exp'] === 'number' && claims['exp'] * 1_000 > now.getTime() ? claims : undefined;
  }
}

function macOf(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}
