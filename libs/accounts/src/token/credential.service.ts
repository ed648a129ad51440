import type { PresentedCredential, UserMemberships, UserReference, VerifiedUser } from '@lectern/contracts/accounts';
import { takesSelfHostedRoles } from '@lectern/config';
import { type AccountRole, AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { UserRepository } from '../user/user.repository';
import { FirstToken } from './first-token';
import type { PersonalTokenEntity } from './personal-token.entity';
import { PersonalTokenRepository } from './personal-token.repository';
import { refuseExpired } from './token-expiry';

interface Found {
  readonly isFirstUse: boolean;
  readonly verified: VerifiedUser;
}

/** Tells whether a credential of a user counts, and where the user belongs. */
@Injectable()
export class CredentialService {
  private readonly takesRoles = takesSelfHostedRoles();

  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: PersonalTokenRepository,
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
    private readonly firstToken: FirstToken,
  ) {}

  /** @throws AppError `unauthorized` */
  async verify({ carrier, token }: PresentedCredential): Promise<VerifiedUser> {
    if (carrier === 'self-hosted') return this.rootUser();
    if (carrier !== 'authorization' && carrier !== 'session') throw unauthorized();
    const find = carrier === 'session' ? this.findSession : this.findToken;
    const { isFirstUse, verified } = await this.transactions.run((tx) => find.call(this, token, tx));
    if (isFirstUse) await this.firstToken.discard();
    return verified;
  }

  /** For requests without a credential, where the deployment takes them. @throws AppError `unauthorized` elsewhere */
  private async rootUser(): Promise<VerifiedUser> {
    if (!this.takesRoles) throw unauthorized();
    return this.transactions.read(async (tx) => {
      const root = await this.users.findRoot(tx);
      if (!root) throw unauthorized();
      return { kind: 'user', id: root.id, type: root.type, accounts: await this.memberships(root.id, tx), key: '' };
    });
  }

  /** @throws AppError `unauthorized` when the user, or the token it came with, is gone */
  async resolve({ kind, id, key }: UserReference): Promise<UserMemberships> {
    return this.transactions.read(async (tx) => {
      if (kind === 'pat') await this.refuseDeadToken(id, key, tx);
      const user = await this.users.findLiving(id, tx);
      if (!user) throw unauthorized();
      return { type: user.type, accounts: await this.memberships(id, tx) };
    });
  }

  private async refuseDeadToken(userId: string, key: string | undefined, tx: EntityManager): Promise<void> {
    const token = key === undefined ? undefined : await this.tokens.find(userId, key, tx);
    if (!token) throw unauthorized();
    refuseExpired(token.expires, new Date());
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
    { id: key, userId, expires, keptUntilUsed }: PersonalTokenEntity,
    tx: EntityManager,
  ): Promise<Found> {
    const user = await this.users.findLiving(userId, tx);
    if (!user) throw unauthorized();
    const accounts = await this.memberships(userId, tx);
    const verified = {
      kind: 'pat',
      id: userId,
      type: user.type,
      accounts,
      key,
      expiresMs: expires?.getTime(),
    } as const;
    return { isFirstUse: keptUntilUsed, verified };
  }

  private async memberships(
    userId: string,
    tx: EntityManager,
  ): Promise<{ id: string; slug: string; role: AccountRole }[]> {
    const found = await this.accounts.memberships(userId, tx);
    return found.map(({ account: { id, slug }, role }) => ({ id, slug, role }));
  }
}

function unauthorized(message = 'Unauthorized'): AppError {
  return new AppError('unauthorized', message);
}
