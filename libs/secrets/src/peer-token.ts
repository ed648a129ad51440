import { AppError } from '@lectern/contracts/core';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';

/** Who says something to whom, and by which key. */
export interface PeerTalk {
  readonly from: string;
  readonly to: string;
  /** Shared by the two, at least 32 characters. */
  readonly key: string;
}

const TYPE = 'peer+jwt';
const ALGORITHM = 'HS256';
const LIFETIME_S = 60;
/** How far the clocks of two hosts may be apart. */
const LEEWAY_S = 60;

/** A token (RFC 7519, HMAC with SHA-256) that proves for a minute that its sender knows the key, without telling it. */
export function signPeerToken({ from, to, key }: PeerTalk): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(from)
    .setAudience(to)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME_S}s`)
    .sign(Buffer.from(key));
}

/** Who an unverified token claims to be from; undefined when it is no token of a peer. */
export function claimedPeer(token: string): string | undefined {
  try {
    if (decodeProtectedHeader(token).typ !== TYPE) return undefined;
    const { iss }: { iss?: unknown } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof iss === 'string' ? iss : '';
  } catch {
    return undefined;
  }
}

/** @returns when the token ends, in milliseconds @throws AppError `forbidden` */
export async function verifyPeerToken(token: string, { from, to, key }: PeerTalk): Promise<number> {
  const options = {
    algorithms: [ALGORITHM],
    typ: TYPE,
    issuer: from,
    audience: to,
    clockTolerance: LEEWAY_S,
    maxTokenAge: LIFETIME_S,
    requiredClaims: ['exp', 'iat'],
  };
  try {
    const { payload } = await jwtVerify(token, Buffer.from(key), options);
    return ((payload.exp ?? 0) + LEEWAY_S) * 1_000;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new AppError('forbidden', `${error.message}`, {}, { cause: error });
    throw error;
  }
}
