import type { OwnProof } from '@lectern/contracts/accounts';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { PasswordSignIn } from '../password/password-sign-in';
import { provedRecently } from '../user/recent-proof';
import { UserRepository } from '../user/user.repository';
import { SecondFactorCheck } from './second-factor-check';

const UNPROVEN =
  'Prove that it is you: sign in again, or send password, and code where the second factor of the user is on';
const WRONG = 'The password or the code is wrong';

/** Makes sure that somebody with the credential of a user is the user, before the way to sign in changes. */
@Injectable()
export class OwnProofs {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly passwords: PasswordSignIn,
    private readonly factor: SecondFactorCheck,
  ) {}

  /** A sign-in of the last minutes is enough. @throws AppError `forbidden`, `rate_limited` */
  async require({ id, verifiedAt }: Principal, { password, code }: OwnProof, network = ''): Promise<void> {
    if (provedRecently(verifiedAt, new Date())) return;
    const isOn = await this.factor.isOn(id);
    if (!password || (isOn && !code)) throw new AppError('forbidden', UNPROVEN);
    const user = await this.transactions.read((tx) => this.users.findLiving(id, tx));
    if (!user) throw new AppError('unauthorized', 'Unauthorized');
    await this.passwords.verify({ email: user.email, password, network }).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'unauthorized' ? new AppError('forbidden', WRONG) : error;
    });
    if (isOn && code && !(await this.factor.check({ userId: id, code, network })))
      throw new AppError('forbidden', WRONG);
  }
}
