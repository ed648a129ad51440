import type { OpenRequestHeaders, PasswordLogin, UserTokenPair } from '@lectern/contracts/accounts';
import { SECOND_FACTOR_REQUIRED } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { needsCode } from '../factor-demand/factor-demand';
import { UserTokens } from '../oauth/user-tokens';
import { PasswordSignIn } from '../password/password-sign-in';
import { SecondFactorCheck } from '../second-factor/second-factor-check';

/** Gives tokens to people who prove themselves by a password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIn: PasswordSignIn,
    private readonly factor: SecondFactorCheck,
    private readonly tokens: UserTokens,
  ) {}

  /** @throws AppError `unauthorized`, `forbidden`, `rate_limited` */
  async logIn(
    { username, password, second_factor_code: code }: PasswordLogin,
    { network = '' }: OpenRequestHeaders,
  ): Promise<UserTokenPair> {
    const { id: userId } = await this.signIn.verify({ email: username, password, network });
    if (!(await this.transactions.read((tx) => needsCode(userId, undefined, tx))))
      return this.tokens.issue(userId, { signIn: { by: 'pwd', network } });
    if (!code) throw new AppError('unauthorized', SECOND_FACTOR_REQUIRED);
    if (!(await this.factor.check({ userId, code, network })))
      throw new AppError('unauthorized', 'second_factor_wrong');
    return this.tokens.issue(userId, { signIn: { by: 'mfa', network } });
  }
}
