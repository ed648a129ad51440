import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { firstPartyIds, oauthSlice } from './first-party';
import { recordHash } from './oauth-adapter';
import { OauthKeys } from './oauth-keys';
import { OauthRecords, tokenKey } from './oauth-records';
import { FULL_ACCESS } from './scopes';
import { readAccessToken } from './user-access-token';

const NOT_ALLOWED = `The user did not allow this application to act as the user: it needs the scope ${FULL_ACCESS}`;
const REVOKED = 'The OAuth Access token is either nonexistent or revoked';

/** What an access token proves. */
export interface ProvenAccess {
  readonly userId: string;
  /** Names the token in caches. */
  readonly key: string;
  readonly expiresMs: number;
  /** When the user last proved who they are, in Unix seconds. */
  readonly verifiedAt?: number;
}

/** Verifies access tokens of users. */
@Injectable()
export class AccessTokens {
  private readonly ownClients = firstPartyIds(readConfig(oauthSlice).OAUTH_APPS);

  constructor(
    private readonly keys: OauthKeys,
    private readonly records: OauthRecords,
  ) {}

  /**
   * @throws AppError `unauthorized` for a token that is not ours, has expired or was revoked; `forbidden` for one of an
   * application of others whose user did not allow it to act as the user
   */
  async verify(token: string): Promise<ProvenAccess> {
    const { jti, sub, expiresMs, verifiedAt, clientId, scopes } = await readAccessToken(
      token,
      await this.keys.signer(),
    );
    const hash = recordHash(jti);
    const record = await this.records.findKept('AccessToken', hash);
    if (record?.userId !== sub) throw new AppError('unauthorized', REVOKED);
    if (!this.ownClients.has(clientId) && !scopes.includes(FULL_ACCESS)) throw new AppError('forbidden', NOT_ALLOWED);
    return { userId: sub, key: tokenKey(hash), expiresMs, ...(verifiedAt !== undefined && { verifiedAt }) };
  }

  /** @param browserHash of the name of its sign-in. @throws AppError `unauthorized` when the browser signed out */
  async refuseSignedOut(browserHash: Buffer): Promise<void> {
    const record = await this.records.findByLookup('Session', browserHash);
    if (!record) throw new AppError('unauthorized', 'The session has ended. Sign in again');
  }

  /** Whether a token that was accepted a moment ago still counts. @param key as `verify` returned it */
  async refuseRevoked(userId: string, key: string): Promise<void> {
    const record = await this.records.find('AccessToken', Buffer.from(key, 'base64url'));
    if (record?.userId !== userId) throw new AppError('unauthorized', REVOKED);
  }
}
