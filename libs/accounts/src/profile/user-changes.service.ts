import type { MagicStep, OnboardingInquiry, UserChanges } from '@lectern/contracts/accounts';
import { AppError, type Principal } from '@lectern/contracts/core';
import { lockName, storable, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailTokens } from '../mail-token/mail-tokens';
import { AccountMailer } from '../mail/account-mailer';
import { GuessLimit } from '../password/guess-limit';
import type { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';
import { InquiryEntity } from './inquiry.entity';

const NEW_ADDRESSES_PER_HOUR_MAX = 5;
const HOUR_MS = 3_600_000;

/** What users change about themselves. */
@Injectable()
export class UserChangesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly tokens: MailTokens,
    private readonly mailer: AccountMailer,
    private readonly guesses: GuessLimit,
  ) {}

  /** @throws AppError `unauthorized`, `rate_limited` */
  async apply({ name, avatar, email: written, language }: UserChanges, { id }: Principal): Promise<null> {
    const email = written?.toLowerCase();
    if (email !== undefined)
      await this.guesses.claim([{ subject: `address/${id}`, max: NEW_ADDRESSES_PER_HOUR_MAX, windowMs: HOUR_MS }]);
    const changes = {
      ...(name && { name }),
      ...(avatar !== undefined && { avatar }),
      ...(language && { language }),
    };
    await this.transactions.run(async (tx) => {
      const user = await this.users.findLiving(id, tx);
      if (!user) throw new AppError('unauthorized', 'Unauthorized');
      if (Object.keys(changes).length > 0) await this.users.update(id, changes, tx);
      if (email !== undefined && email !== user.email) await this.mailNewAddress({ ...user, ...changes }, email, tx);
    });
    return null;
  }

  /** Undefined for the token of something else. @throws AppError `bad_request` when the address is taken by now */
  async follow(token: string): Promise<MagicStep | undefined> {
    const followed = await this.transactions.run(async (tx) => {
      const used = await this.tokens.use(token, ['address'], tx);
      const user = used?.userId ? await this.users.findLiving(used.userId, tx) : undefined;
      if (!used || !user) return undefined;
      await lockName(tx, `address/${used.email}`);
      if (await this.users.isTaken(used.email, tx)) return { isTaken: true };
      await this.users.update(user.id, { email: used.email }, tx);
      // Links to the earlier address open nothing any more.
      await this.tokens.voidAll(user.id, ['recovery', 'set-up', 'address'], tx);
      await this.mailer.sendAddressChanged(user, tx);
      return { isTaken: false };
    });
    if (followed?.isTaken) throw new AppError('bad_request', 'local_user_already_exists');
    return followed && { action: 'login' };
  }

  async answerInquiry(inquiry: OnboardingInquiry, { id: userId }: Principal): Promise<null> {
    const given = Object.entries(inquiry).filter(([, value]) => value !== undefined && value !== null);
    const row = { userId, answers: storable(Object.fromEntries(given)), answered: new Date() };
    await this.transactions.run(async (tx) => {
      await tx.upsert(InquiryEntity, row, ['userId']);
    });
    return null;
  }

  /** A taken address gets a mail as well, so that the time of the answer does not tell. */
  private async mailNewAddress({ id, language }: UserEntity, email: string, tx: EntityManager): Promise<void> {
    const isTaken = await this.users.isTaken(email, tx);
    const token = await this.tokens.issue({ kind: 'address', email, userId: id }, tx);
    if (isTaken) await this.mailer.sendLink({ kind: 'userExists', email, language }, tx);
    else await this.mailer.sendLink({ kind: 'newAddress', token, email, language }, tx);
  }
}
