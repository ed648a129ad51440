import { createHash } from 'node:crypto';
import { AppError } from '@lectern/contracts/core';
import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import type { SecretEnvelope } from './secret-envelope';

/** An Ed25519 key pair as stored in a table. */
export interface SigningKeyRow {
  /** JWK thumbprint (RFC 7638); the `kid` of every token it signs. */
  readonly id: string;
  /** Public JWK, JSON text. */
  readonly publicKey: string;
  /** Envelope of the private JWK. */
  readonly privateKey: string;
}

/** Requirements for a token besides a valid signature. */
export interface TokenExpectation {
  /** Value of the `typ` header: a token made for one purpose is invalid for another. */
  readonly type: string;
  readonly issuer: string;
  /** How long the token is accepted after `exp` and before `nbf`. */
  readonly leewayS: number;
  readonly now?: Date;
}

const ALGORITHM = 'EdDSA';

/** Creates a key pair with a sealed private key. */
export async function newSigningKey(envelope: SecretEnvelope): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const id = await calculateJwkThumbprint(publicJwk);
  return {
    id,
    publicKey: JSON.stringify(publicJwk),
    privateKey: envelope.seal(JSON.stringify(privateJwk), signingKeyPurpose(id)),
  };
}

/** Signs and verifies JSON Web Tokens (RFC 7519) with Ed25519 (`EdDSA`, RFC 8037). No other algorithm is accepted. */
export class TokenSigner {
  private constructor(
    private readonly id: string,
    private readonly privateKey: CryptoKey,
    private readonly publicKeys: ReadonlyMap<string, CryptoKey>,
  ) {}

  /**
   * @param rows at least one, newest first: the first one signs, all verify
   * @throws Error when the private key cannot be opened
   */
  static async open(rows: readonly SigningKeyRow[], envelope: SecretEnvelope): Promise<TokenSigner> {
    const [signing] = rows;
    if (!signing) throw new Error('There is no signing key');
    const privateKey = await importedKey(envelope.open(signing.privateKey, signingKeyPurpose(signing.id)));
    const publicKeys = await Promise.all(rows.map(async (row) => [row.id, await importedKey(row.publicKey)] as const));
    return new TokenSigner(signing.id, privateKey, new Map(publicKeys));
  }

  /** @param claims registered claims included; times in seconds */
  sign(claims: Readonly<Record<string, unknown>>, type: string): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: ALGORITHM, typ: type, kid: this.id })
      .sign(this.privateKey);
  }

  /** @throws AppError `unauthorized` for anything but a token of this key, purpose and issuer that is still valid */
  async verify(token: string, { type, issuer, leewayS, now = new Date() }: TokenExpectation): Promise<JWTPayload> {
    const options = {
      algorithms: [ALGORITHM],
      typ: type,
      issuer,
      clockTolerance: leewayS,
      currentDate: now,
      requiredClaims: ['exp'],
    };
    try {
      const { payload } = await jwtVerify(token, this.publicKey, options);
      refuseOver(payload, leewayS, now);
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw new AppError('unauthorized', 'JWT has expired', {}, { cause: error });
      if (error instanceof errors.JOSEError) throw new AppError('unauthorized', 'Unauthorized', {}, { cause: error });
      throw error;
    }
  }

  private readonly publicKey: JWTVerifyGetKey = ({ kid = '' }) => {
    const key = this.publicKeys.get(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
}

/** SHA-256 of a token, under which it is stored and found. Tokens have a signature or as many random bits. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** jose compares whole seconds; this also honours the fraction of `exp`, to the millisecond. */
function refuseOver(payload: JWTPayload, leewayS: number, now: Date): void {
  if (((payload.exp ?? 0) + leewayS) * 1_000 <= now.getTime()) throw new errors.JWTExpired('past its end', payload);
}

function signingKeyPurpose(keyId: string): string {
  return `signing-key:${keyId}`;
}

async function importedKey(jwk: string): Promise<CryptoKey> {
  const key = await importJWK(JSON.parse(jwk), ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('Not a key pair');
  return key;
}
