import type { PresentedCredential, UserMemberships, UserReference, VerifiedUser } from '@lectern/contracts/accounts';
import { takesSelfHostedRoles } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessTokens } from '../oauth/access-tokens';
import { isUserAccessToken } from '../oauth/user-access-token';
import { FirstToken } from './first-token';
import type { PersonalTokenEntity } from './personal-token.entity';
import { PersonalTokenRepository } from './personal-token.repository';
import { refuseExpired } from './token-expiry';
import { TokenHolders } from './token-holders';

interface Found {
  readonly isFirstUse: boolean;
  /** Of a session that lasts as long as the sign-in of its browser. */
  readonly browserHash: Buffer | null;
  readonly verified: VerifiedUser;
}

/** Tells whether a credential of a user counts, and where the user belongs. */
@Injectable()
export class CredentialService {
  private readonly takesRoles = takesSelfHostedRoles();

  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: PersonalTokenRepository,
    private readonly holders: TokenHolders,
    private readonly accessTokens: AccessTokens,
    private readonly firstToken: FirstToken,
  ) {}

  /** @throws AppError `unauthorized` */
  async verify({ carrier, token }: PresentedCredential): Promise<VerifiedUser> {
    if (carrier === 'self-hosted') return this.rootUser();
    if (carrier !== 'authorization' && carrier !== 'session') throw unauthorized();
    if (carrier === 'authorization' && isUserAccessToken(token)) return this.verifyAccessToken(token);
    const find = carrier === 'session' ? this.findSession : this.findToken;
    const found = await this.transactions.run((tx) => find.call(this, token, tx));
    const { isFirstUse, verified, browserHash } = found;
    if (browserHash) await this.accessTokens.refuseSignedOut(browserHash);
    if (isFirstUse) await this.firstToken.discard();
    return verified;
  }

  private async verifyAccessToken(token: string): Promise<VerifiedUser> {
    const { userId, ...proven } = await this.accessTokens.verify(token);
    const holder = await this.transactions.read((tx) => this.holders.get(userId, tx));
    return { kind: 'user', ...holder, ...proven };
  }

  /** For requests without a credential, where the deployment takes them. @throws AppError `unauthorized` elsewhere */
  private async rootUser(): Promise<VerifiedUser> {
    if (!this.takesRoles) throw unauthorized();
    const root = await this.transactions.read((tx) => this.holders.root(tx));
    return { kind: 'user', ...root, key: '' };
  }

  /** @throws AppError `unauthorized` when the user, or the token it came with, is gone */
  async resolve({ kind, id, key }: UserReference): Promise<UserMemberships> {
    if (kind === 'user' && key) await this.accessTokens.refuseRevoked(id, key);
    const { browserHash, ...memberships } = await this.transactions.read(async (tx) => {
      const token = kind === 'pat' ? await this.livingToken(id, key, tx) : undefined;
      const { type, accounts, left } = await this.holders.get(id, tx);
      return { type, accounts, ...(left && { left }), browserHash: token?.browserHash ?? null };
    });
    if (browserHash) await this.accessTokens.refuseSignedOut(browserHash);
    return memberships;
  }

  private async livingToken(userId: string, key: string | undefined, tx: EntityManager): Promise<PersonalTokenEntity> {
    const token = key === undefined ? undefined : await this.tokens.find(userId, key, tx);
    if (!token) throw unauthorized();
    refuseExpired(token.expires, new Date());
    return token;
  }

  private async findToken(presented: string, tx: EntityManager): Promise<Found> {
    const token = await this.tokens.findByHash(tokenHash(presented), tx);
    if (!token || token.isSession) throw unauthorized();
    refuseExpired(token.expires, new Date());
    if (token.keptUntilUsed) await this.tokens.markUsed(token.id, tx);
    return this.verified(token, tx);
  }

  private async findSession(presented: string, tx: EntityManager): Promise<Found> {
    const session = await this.tokens.findByHash(tokenHash(presented), tx);
    // Of one that is unknown and one that was revoked there is nothing left that tells them apart.
    if (!session?.isSession) throw unauthorized('The session has ended. Sign in again');
    if (session.expires && session.expires <= new Date()) throw unauthorized('The session has expired. Sign in again');
    return this.verified(session, tx);
  }

  /** @throws AppError `unauthorized` when its user is gone */
  private async verified(
    { id: key, userId, expires, keptUntilUsed, browserHash }: PersonalTokenEntity,
    tx: EntityManager,
  ): Promise<Found> {
    const holder = await this.holders.get(userId, tx);
    const verified = { kind: 'pat', ...holder, key, expiresMs: expires?.getTime() } as const;
    return { isFirstUse: keptUntilUsed, browserHash, verified };
  }
}

function unauthorized(message = 'Unauthorized'): AppError {
  return new AppError('unauthorized', message);
}
