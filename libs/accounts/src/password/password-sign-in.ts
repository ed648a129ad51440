import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { noteAct } from '../audit-log/note-act';
import type { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';
import { type GuessBound, GuessLimit } from './guess-limit';
import { isOutdatedHash } from './password-hash';
import { PasswordRepository } from './password.repository';
import { Passwords } from './password.service';

const MINUTE_MS = 60_000;
/** Wrong passwords for one address from one network in 15 minutes. */
const OWN_FAILURES_MAX = 10;
/** For one address from all networks, so that the owner is seldom locked out by others. */
const ADDRESS_FAILURES_MAX = 100;
/** From one network for all addresses. */
const NETWORK_FAILURES_MAX = 100;

/** Who signs in, and from where. */
export interface PasswordAttempt {
  readonly email: string;
  readonly password: string;
  /** Network of the caller, as the gateway names it. */
  readonly network: string;
}

/** Checks passwords, and slows guessing down. */
@Injectable()
export class PasswordSignIn {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly rows: PasswordRepository,
    private readonly passwords: Passwords,
    private readonly guesses: GuessLimit,
  ) {}

  /**
   * The user with this address and password. Whether there is such a user makes no difference to text and time.
   *
   * @throws AppError `unauthorized`, `rate_limited`
   */
  async verify({ email: written, password, network }: PasswordAttempt): Promise<UserEntity> {
    const email = written.toLowerCase();
    const bounds = boundsOf(email, network);
    await this.guesses.claim(bounds);
    const { user, hash } = await this.transactions.read(async (tx) => {
      const found = await this.users.findByEmail(email, tx);
      // Asked in any case, so that it takes the same time.
      const stored = await this.rows.findHash(found?.id ?? NOBODY, tx);
      return { user: found, hash: stored };
    });
    const isRight = await this.passwords.matches(password, hash, network);
    if (!user || hash === undefined || !isRight) {
      // Also for an address that nobody has: it takes the same time.
      const about = { principal: { kind: 'none', id: '', address: network }, user: user?.id } as const;
      await this.transactions.run((tx) => noteAct({ action: 'sign_in_refused', ...about }, tx));
      throw new AppError('unauthorized', 'The mail address or the password is wrong');
    }
    await this.guesses.release(bounds);
    await this.guesses.forget(ownSubject(email, network));
    if (isOutdatedHash(hash)) await this.renew(user.id, password, network);
    return user;
  }

  private async renew(userId: string, password: string, network: string): Promise<void> {
    const hash = await this.passwords.hash(password, network);
    await this.transactions.run((tx) => this.rows.put(userId, hash, tx));
  }
}

/** The id of no user. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

function boundsOf(email: string, network: string): readonly GuessBound[] {
  const windowMs = 15 * MINUTE_MS;
  return [
    { subject: ownSubject(email, network), max: OWN_FAILURES_MAX, windowMs },
    { subject: `password/address/${email}`, max: ADDRESS_FAILURES_MAX, windowMs },
    { subject: `password/network/${network}`, max: NETWORK_FAILURES_MAX, windowMs },
  ];
}

function ownSubject(email: string, network: string): string {
  return `password/own/${network}/${email}`;
}
