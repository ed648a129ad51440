import { randomUUID } from 'node:crypto';
import type { MagicStep } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { lockName, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { MagicLinks } from '../magic-link/magic-links';
import { MailTokens } from '../mail-token/mail-tokens';
import { PasswordRepository } from '../password/password.repository';
import { UserRepository } from '../user/user.repository';

/** Makes users of those who confirm their address. */
@Injectable()
export class SignUpConfirmation {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly tokens: MailTokens,
    private readonly passwords: PasswordRepository,
    links: MagicLinks,
  ) {
    links.add((token) => this.follow(token));
  }

  /** Undefined for the token of something else. @throws AppError `bad_request` when there is such a user by now */
  private async follow(token: string): Promise<MagicStep | undefined> {
    const confirmed = await this.transactions.run(async (tx) => {
      const used = await this.tokens.use(token, ['sign-up'], tx);
      if (!used) return undefined;
      const { name = '', hash = '' } = used.payload;
      const [id, created] = [randomUUID(), new Date()];
      const person = { id, email: used.email, name, type: 'USER', language: 'EN', created } as const;
      await lockName(tx, `address/${used.email}`);
      // The link is void even if there is such a user: nobody can make use of it any more.
      if (await this.users.isTaken(used.email, tx)) return { taken: true };
      await this.users.insert({ ...person, avatar: null, disabled: false, lastLogin: null }, tx);
      await this.passwords.put(id, hash, tx);
      return { id };
    });
    if (confirmed && 'taken' in confirmed) throw new AppError('bad_request', 'local_user_already_exists');
    return confirmed && { action: 'startonboarding' };
  }
}
