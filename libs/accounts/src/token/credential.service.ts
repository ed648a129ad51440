import type { PresentedCredential, UserMemberships, UserReference, VerifiedUser } from '@lectern/contracts/accounts';
import { type AccountRole, AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { UserRepository } from '../user/user.repository';
import { FirstToken } from './first-token';
import { PersonalTokenRepository } from './personal-token.repository';
import { refuseExpired } from './token-expiry';

/** Tells whether a credential of a user counts, and where the user belongs. */
@Injectable()
export class CredentialService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: PersonalTokenRepository,
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
    private readonly firstToken: FirstToken,
  ) {}

  /** @throws AppError `unauthorized` */
  async verify({ carrier, token }: PresentedCredential): Promise<VerifiedUser> {
    if (carrier !== 'authorization') throw unauthorized();
    const { isFirstUse, verified } = await this.transactions.run((tx) => this.find(token, tx));
    if (isFirstUse) await this.firstToken.discard();
    return verified;
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

  private async find(presented: string, tx: EntityManager): Promise<{ isFirstUse: boolean; verified: VerifiedUser }> {
    const token = await this.tokens.findByHash(tokenHash(presented), tx);
    if (!token) throw unauthorized();
    const { id: key, userId, expires, keptUntilUsed } = token;
    refuseExpired(expires, new Date());
    const user = await this.users.findLiving(userId, tx);
    if (!user) throw unauthorized();
    if (keptUntilUsed) await this.tokens.markUsed(key, tx);
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

function unauthorized(): AppError {
  return new AppError('unauthorized', 'Unauthorized');
}
