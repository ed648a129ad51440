import type { OpenRequestHeaders, PasswordLogin, UserTokenPair } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { UserTokens } from '../oauth/user-tokens';
import { PasswordSignIn } from '../password/password-sign-in';
import { SecondFactorCheck } from '../second-factor/second-factor-check';

/** Gives tokens to people who prove themselves by a password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly signIn: PasswordSignIn,
    private readonly factor: SecondFactorCheck,
    private readonly tokens: UserTokens,
  ) {}

  /** @throws AppError `unauthorized`, `rate_limited` */
  async logIn(
    { username, password, second_factor_code: code }: PasswordLogin,
    { network = '' }: OpenRequestHeaders,
  ): Promise<UserTokenPair> {
    const { id: userId } = await this.signIn.verify({ email: username, password, network });
    if (!(await this.factor.isOn(userId))) return this.tokens.issue(userId, { signIn: { by: 'pwd', network } });
    if (!code) throw new AppError('unauthorized', 'second_factor_required');
    if (!(await this.factor.check({ userId, code, network })))
      throw new AppError('unauthorized', 'second_factor_wrong');
    return this.tokens.issue(userId, { signIn: { by: 'mfa', network } });
  }
}
