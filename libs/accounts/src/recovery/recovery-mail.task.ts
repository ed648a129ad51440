import { Runs, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { MailTokens } from '../mail-token/mail-tokens';
import { AccountMailer } from '../mail/account-mailer';
import { UserRepository } from '../user/user.repository';
import { mailRecovery, type RecoveryWanted } from './mail-recovery';

/** Sends mails by which users choose a new password. */
@Injectable()
export class RecoveryMail {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly tokens: MailTokens,
    private readonly mailer: AccountMailer,
  ) {}

  /** Twice sends a second mail, whose link works as well. */
  @Runs(mailRecovery)
  async run({ email, challenge }: RecoveryWanted): Promise<void> {
    await this.transactions.run(async (tx) => {
      const user = await this.users.findByEmail(email, tx);
      if (!user) return;
      const payload: Record<string, string> = challenge === undefined ? {} : { challenge };
      const kind = user.name === '' ? 'set-up' : 'recovery';
      const token = await this.tokens.issue({ kind, email, userId: user.id, payload }, tx);
      const { language } = user;
      await this.mailer.sendLink({ kind: kind === 'set-up' ? 'setUp' : 'recovery', token, email, language }, tx);
    });
  }
}
