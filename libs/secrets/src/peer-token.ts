import { AppError } from '@lectern/contracts/core';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';

/** Sender, receiver and shared key of a message. */
export interface PeerTalk {
  readonly from: string;
  readonly to: string;
  /** Shared by both, at least 32 characters. */
  readonly key: string;
}

const TYPE = 'peer+jwt';
const ALGORITHM = 'HS256';
const LIFETIME_S = 60;
/** Largest tolerated clock difference between two hosts. */
const LEEWAY_S = 60;

/** A token (RFC 7519, HMAC-SHA-256) that proves for a minute that its sender knows the key, without revealing it. */
export function signPeerToken({ from, to, key }: PeerTalk): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(from)
    .setAudience(to)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME_S}s`)
    .sign(Buffer.from(key));
}

/** The claimed sender of an unverified token; undefined when it is not a peer token. */
export function claimedPeer(token: string): string | undefined {
  try {
    if (decodeProtectedHeader(token).typ !== TYPE) return undefined;
    const { iss }: { iss?: unknown } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof iss === 'string' ? iss : '';
  } catch {
    return undefined;
  }
}

/** @returns the time when the token expires, in ms since the epoch @throws AppError `forbidden` */
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
