import type { MagicStep, UserLanguage } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { MagicLinks } from '../magic-link/magic-links';
import { MailTokens } from '../mail-token/mail-tokens';
import { UserTokens } from '../oauth/user-tokens';
import { NewUsers } from '../password/new-users';

/** Makes users of those who confirm their address. */
@Injectable()
export class SignUpConfirmation {
  constructor(
    private readonly transactions: Transactions,
    private readonly mailTokens: MailTokens,
    private readonly users: NewUsers,
    private readonly tokens: UserTokens,
    links: MagicLinks,
  ) {
    links.add((token) => this.follow(token));
  }

  /** Undefined for the token of something else. @throws AppError `bad_request` when there is such a user by now */
  private async follow(token: string): Promise<MagicStep | undefined> {
    const followed = await this.transactions.run(async (tx) => {
      const used = await this.mailTokens.use(token, ['sign-up'], tx);
      if (!used) return undefined;
      const { name = '', hash, language, challenge } = used.payload;
      // The language was checked when it was stored.
      const person = { email: used.email, name, hash, language: language as UserLanguage | undefined };
      return { user: await this.users.create(person, tx), challenge };
    });
    if (!followed) return undefined;
    // The link is void all the same.
    if (!followed.user) throw new AppError('bad_request', 'local_user_already_exists');
    return this.nextStep(followed.user.id, followed.challenge);
  }

  private async nextStep(userId: string, challenge: string | undefined): Promise<MagicStep> {
    if (challenge === undefined)
      return { action: 'startonboarding', token: await this.tokens.issue(userId, { signIn: { by: 'link' } }) };
    try {
      const token = await this.tokens.issue(userId, { challenge });
      return {
        action: 'startonboarding',
        token,
        consent_url: await this.tokens.accept(challenge, userId, { by: 'link' }),
      };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return { action: 'account_ready_please_login' };
      throw error;
    }
  }
}
