import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import { AccountMailer } from '../mail/account-mailer';
import { type GuessBound, GuessLimit } from '../password/guess-limit';
import { UserRepository } from '../user/user.repository';
import { totpStepOf } from './one-time-password';
import { plainCode, SecondFactorRepository } from './second-factor.repository';

/** Wrong codes of one user in an hour, wherever they come from. Who tries knows the password. */
const FAILURES_MAX = 10;

/** A code that somebody entered. */
export interface EnteredCode {
  readonly userId: string;
  readonly code: string;
  /** Network of the caller, as the gateway names it. */
  readonly network?: string | undefined;
}

/** Checks codes of the second factor, and slows guessing down. */
@Injectable()
export class SecondFactorCheck {
  constructor(
    private readonly transactions: Transactions,
    private readonly factors: SecondFactorRepository,
    private readonly users: UserRepository,
    private readonly guesses: GuessLimit,
    private readonly mailer: AccountMailer,
  ) {}

  isOn(userId: string): Promise<boolean> {
    return this.transactions.read((tx) => this.factors.isOn(userId, tx));
  }

  /** Whether a code of the app, or a recovery code, is right. It is void afterwards. @throws AppError `rate_limited` */
  async check(entered: EnteredCode): Promise<boolean> {
    const { userId, network: address } = entered;
    const bounds = codeBounds(userId);
    await this.guesses.claim(bounds);
    const isRight = await this.transactions.run(async (tx) => {
      if (await this.use(entered, tx)) return true;
      const principal = { kind: 'none', id: '', ...(address && { address }) } as const;
      await noteAct({ action: 'sign_in_refused', principal, user: userId, details: { by: 'second factor' } }, tx);
      return false;
    });
    if (isRight) await this.guesses.release(bounds);
    return isRight;
  }

  private async use({ userId, code, network: address }: EnteredCode, tx: EntityManager): Promise<boolean> {
    const factor = await this.factors.find(userId, tx);
    if (!factor?.confirmed) return false;
    const typed = plainCode(code);
    const step = totpStepOf(typed, factor.secret, new Date());
    if (step !== undefined) return this.factors.useStep(userId, step, tx);
    const user = await this.users.findLiving(userId, tx);
    if (!user || !(await this.factors.useCode(userId, typed, tx))) return false;
    const details = { change: 'recovery code used', left: await this.factors.countCodes(userId, tx) };
    const principal = { kind: 'user', id: userId, ...(address && { address }) } as const;
    await noteAct({ action: 'second_factor_changed', principal, user: userId, details }, tx);
    await this.mailer.sendSignInChanged(user, 'recoveryCodeUsed', tx);
    return true;
  }
}

/** How often codes of a user may be wrong. */
export function codeBounds(userId: string): readonly GuessBound[] {
  return [{ subject: `second-factor/${userId}`, max: FAILURES_MAX, windowMs: 3_600_000 }];
}
