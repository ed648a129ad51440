import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { AccountMailer } from '../mail/account-mailer';
import { GuessLimit } from '../password/guess-limit';
import { UserRepository } from '../user/user.repository';
import { EmailCodeEntity } from './email-code.entity';

const CODES = 1_000_000;
const DIGITS = 6;
const TTL_MS = 10 * 60_000;
/** Then the code is void. */
const ATTEMPTS_MAX = 5;
const MAILS_PER_HOUR_MAX = 10;

/** Codes of six digits that prove that a user reads the mail of its address. */
@Injectable()
export class EmailCodes {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly mailer: AccountMailer,
    private readonly guesses: GuessLimit,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** Mails a code, which counts once, within ten minutes. @throws AppError `unauthorized`, `rate_limited` */
  async send(userId: string): Promise<null> {
    await this.guesses.claim([{ subject: `code/${userId}`, max: MAILS_PER_HOUR_MAX, windowMs: 3_600_000 }]);
    const code = String(randomInt(CODES)).padStart(DIGITS, '0');
    await this.transactions.run(async (tx) => {
      const user = await this.users.findLiving(userId, tx);
      if (!user) throw new AppError('unauthorized', 'Unauthorized');
      const expires = new Date(Date.now() + TTL_MS);
      await tx.upsert(EmailCodeEntity, { userId, hash: this.hashOf(userId, code), attempts: 0, expires }, ['userId']);
      await this.mailer.sendCode(user, code, tx);
    });
    return null;
  }

  /** Whether it is the code that was mailed to the user last. It is void afterwards; five wrong ones void it, too. */
  async check(userId: string, code: string): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      // Counted first: of many attempts at once no more than five are compared.
      const [rows] = await tx.query<[{ hash: Buffer }[], number]>(
        `UPDATE email_codes SET attempts = attempts + 1
          WHERE user_id = $1 AND attempts < $2 AND expires > $3 RETURNING hash`,
        [userId, ATTEMPTS_MAX, new Date()],
      );
      const [row] = rows;
      if (!row || !timingSafeEqual(row.hash, this.hashOf(userId, code))) return false;
      const { affected } = await tx.delete(EmailCodeEntity, { userId, hash: row.hash });
      return affected === 1;
    });
  }

  private hashOf(userId: string, code: string): Buffer {
    const [key = Buffer.alloc(0)] = this.envelope.derivedKeys('codes of mails');
    return createHmac('sha256', key).update(`${userId}/${code}`).digest();
  }
}
