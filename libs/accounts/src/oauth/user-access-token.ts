import { AppError, isObject } from '@lectern/contracts/core';
import { claimsRsaType, type RsaSigner } from '@lectern/secrets';
import { scopeOutside } from './scopes';

export const ACCESS_TOKEN_TYPE = 'at+jwt';
/** Clocks of hosts may differ by this much. */
const LEEWAY_S = 60;

/** The user of an access token. */
export interface TokenSubject {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** An access token as it is stored. */
export interface StoredAccessToken {
  readonly jti: string;
  readonly clientId: string;
  readonly scope?: string;
  readonly iat: number;
  readonly exp: number;
  /** When the user last proved who they are, in Unix seconds. */
  readonly verifiedAt?: number;
}

/** Claims of the access token of a user. */
export function accessTokenClaims(
  { jti, clientId, scope = '', iat, exp, verifiedAt }: StoredAccessToken,
  { id, name, type }: TokenSubject,
  issuer: string,
): Readonly<Record<string, unknown>> {
  const [firstName = ''] = name.trim().split(/\s+/);
  return {
    client_id: clientId,
    exp,
    ext: { first_name: firstName, type, ...(verifiedAt !== undefined && { last_verified_at: verifiedAt }) },
    iat,
    iss: issuer,
    jti,
    nbf: iat,
    scp: scopeOutside(scope).split(' ').filter(Boolean),
    sub: id,
  };
}

/** Whether a token claims to be the access token of a user. */
export function isUserAccessToken(token: string): boolean {
  return claimsRsaType(token, ACCESS_TOKEN_TYPE);
}

/** What is in an access token. */
export interface ReadAccessToken {
  readonly jti: string;
  readonly sub: string;
  readonly clientId: string;
  /** As clients know them. */
  readonly scopes: readonly unknown[];
  readonly expiresMs: number;
  /** When the user last proved who they are, in Unix seconds. */
  readonly verifiedAt?: number;
}

/** Reads an access token that these keys signed. @throws AppError `unauthorized` */
export async function readAccessToken(token: string, signer: RsaSigner): Promise<ReadAccessToken> {
  const claims = await signer.verify(token, { type: ACCESS_TOKEN_TYPE, leewayS: LEEWAY_S });
  const { jti, sub, exp = 0 } = claims;
  if (jti === undefined || sub === undefined) throw new AppError('unauthorized', 'Unauthorized');
  const verifiedAt = isObject(claims['ext']) ? claims['ext']['last_verified_at'] : undefined;
  const { client_id: clientId, scp } = claims;
  const given = { clientId: String(clientId), scopes: Array.isArray(scp) ? scp : [] };
  return {
    jti,
    sub,
    ...given,
    expiresMs: (exp + LEEWAY_S) * 1_000,
    ...(typeof verifiedAt === 'number' && { verifiedAt }),
  };
}
