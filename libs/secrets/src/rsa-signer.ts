import { AppError } from '@lectern/contracts/core';
import {
  calculateJwkThumbprint,
  type CryptoKey,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose';
import type { SecretEnvelope } from './secret-envelope';
import type { SigningKeyRow, TokenExpectation } from './token-signer';

const ALGORITHM = 'RS256';
const MODULUS_BITS = 2_048;

/** A private key of RSA as a JSON Web Key, for libraries that sign by themselves. */
export type PrivateJwk = JWK & { readonly kid: string };

/** Creates an RSA key pair with a sealed private key. It takes some 100 ms, off the event loop. */
export async function newRsaKey(envelope: SecretEnvelope): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(ALGORITHM, { modulusLength: MODULUS_BITS, extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const id = await calculateJwkThumbprint(publicJwk);
  return {
    id,
    publicKey: JSON.stringify(publicJwk),
    privateKey: envelope.seal(JSON.stringify(privateJwk), rsaPurpose(id)),
  };
}

/** Whether a token claims to be a JSON Web Token of this type that RSA signs. It is not verified. */
export function claimsRsaType(token: string, type: string): boolean {
  try {
    const { alg, typ } = decodeProtectedHeader(token);
    return alg === ALGORITHM && typ === type;
  } catch {
    return false;
  }
}

/** Signs and verifies JSON Web Tokens with RS256, for readers that know the published keys. */
export class RsaSigner {
  private constructor(
    private readonly signing: { readonly id: string; readonly key: CryptoKey },
    private readonly publicKeys: ReadonlyMap<string, CryptoKey>,
    /** The keys with their private parts, the signing one first. */
    readonly privateJwks: readonly PrivateJwk[],
  ) {}

  /**
   * @param rows at least one; the first one signs, all verify
   * @throws Error when a private key cannot be opened
   */
  static async open(rows: readonly SigningKeyRow[], envelope: SecretEnvelope): Promise<RsaSigner> {
    const [first] = rows;
    if (!first) throw new Error('There is no signing key');
    const privateJwks = rows.map(({ id, privateKey }) => privateJwkOf(envelope.open(privateKey, rsaPurpose(id)), id));
    const keys = await Promise.all(rows.map(async ({ id, publicKey }) => [id, await imported(publicKey)] as const));
    const [signing] = privateJwks;
    return new RsaSigner({ id: first.id, key: await imported(JSON.stringify(signing)) }, new Map(keys), privateJwks);
  }

  /** @param claims registered claims included; times in seconds */
  sign(claims: Readonly<Record<string, unknown>>, type: string): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: ALGORITHM, typ: type, kid: this.signing.id })
      .sign(this.signing.key);
  }

  /** @throws AppError `unauthorized` for anything but a token of these keys and this type that is still valid */
  async verify(
    token: string,
    { type, leewayS, now = new Date() }: Omit<TokenExpectation, 'issuer'>,
  ): Promise<JWTPayload> {
    const options = { algorithms: [ALGORITHM], typ: type, clockTolerance: leewayS, currentDate: now };
    try {
      const { payload } = await jwtVerify(token, this.publicKey, { ...options, requiredClaims: ['exp'] });
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

function privateJwkOf(text: string, kid: string): PrivateJwk {
  // What `newRsaKey` sealed.
  return { ...(JSON.parse(text) as JWK), kid, use: 'sig', alg: ALGORITHM };
}

async function imported(jwk: string): Promise<CryptoKey> {
  const key = await importJWK(JSON.parse(jwk) as JWK, ALGORITHM); // what `newRsaKey` made
  if (key instanceof Uint8Array) throw new Error('A stored signing key is not an RSA key');
  return key;
}

function rsaPurpose(keyId: string): string {
  return `rsa-signing-key:${keyId}`;
}
