import type { OpenRequestHeaders, OwnPassword, UserTokenPair } from '@lectern/contracts/accounts';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { UserTokens } from '../oauth/user-tokens';
import { PasswordSignIn } from '../password/password-sign-in';
import { Passwords } from '../password/password.service';
import { PasswordChange } from '../recovery/password-change';

const NEEDS_PRESENT = 'You have a password: send it as current_password, or choose a new one by a recovery mail';

/** Lets users choose another password. */
@Injectable()
export class OwnPasswords {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIn: PasswordSignIn,
    private readonly passwords: Passwords,
    private readonly change: PasswordChange,
    private readonly tokens: UserTokens,
  ) {}

  /** @throws AppError `forbidden`, `rate_limited`, `unauthorized` */
  async setPassword(
    { password, current_password: present }: OwnPassword,
    { id, verifiedAt = 0 }: Principal,
    { network = '' }: OpenRequestHeaders,
  ): Promise<UserTokenPair> {
    const { user, hasOne } = await this.transactions.read((tx) => this.change.find(id, tx));
    if (hasOne) await this.checkPresent(user.email, present, network);
    const hash = await this.passwords.hash(password, network);
    await this.transactions.run(async (tx) => {
      const found = await this.change.find(id, tx);
      // Somebody else set one a moment ago.
      if (found.hasOne && !hasOne) throw new AppError('forbidden', NEEDS_PRESENT);
      await this.change.apply(found.user, hash, tx);
    });
    // A new password proves nothing about the second factor: the tokens are as fresh as the one that they replace.
    return this.tokens.issue(id, { verifiedAt: new Date(verifiedAt * 1_000) });
  }

  private async checkPresent(email: string, password: string | null | undefined, network: string): Promise<void> {
    if (!password) throw new AppError('forbidden', NEEDS_PRESENT);
    await this.signIn.verify({ email, password, network }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthorized')
        throw new AppError('forbidden', 'The present password is wrong');
      throw error;
    });
  }
}
