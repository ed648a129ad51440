import {
  type Continuation,
  demandedWays,
  type LoginForm,
  NO_SINGLE_SIGN_ON,
  type OauthHeaders,
  type SecondFactorForm,
  STALE_STEP,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { PasswordSignIn } from '../password/password-sign-in';
import { SignInSteps } from '../second-factor/sign-in-steps';
import { Issuers } from './issuers';
import { SignInWays } from './sign-in-ways';
import { UserTokens } from './user-tokens';
import { backToPage, pathInside, stepAddress, type WaitingChallenge, waitingChallenge } from './waiting-challenge';

const PAGE = '/user/login';

/** Logins that authorizations wait for. */
@Injectable()
export class LoginChallenges {
  constructor(
    private readonly issuers: Issuers,
    private readonly passwords: PasswordSignIn,
    private readonly steps: SignInSteps,
    private readonly tokens: UserTokens,
    private readonly ways: SignInWays,
  ) {}

  /** Leads on, or back to the page. */
  async submitLogin(form: LoginForm, headers: OauthHeaders): Promise<Continuation> {
    const { login_challenge: challenge, username = '', password = '' } = form;
    try {
      await this.waiting(challenge, headers);
    } catch (error) {
      return backToPage(PAGE, {}, 'unknown_login_challenge', error);
    }
    try {
      if (form.single_sign_on) return await this.leadElsewhere(username, challenge);
      const { network = '' } = headers;
      const { id } = await this.passwords.verify({ email: username, password, network });
      const step = await this.steps.begin(id, challenge);
      if (step !== undefined) return { location: stepAddress(challenge, step) };
      return { location: pathInside(await this.tokens.accept(challenge, id, { by: 'pwd', network })) };
    } catch (error) {
      return backToPage(PAGE, { login_challenge: challenge }, problemIn(error), error);
    }
  }

  /** Leads on, or back to the page. */
  async submitSecondFactor(form: SecondFactorForm, { network = '' }: OauthHeaders): Promise<Continuation> {
    const { login_challenge: challenge, step, code = '' } = form;
    const again = { login_challenge: challenge };
    try {
      const completed = await this.steps.complete({ token: step, challenge, code, network });
      if (completed === 'wrong') return { location: `${stepAddress(challenge, step)}&error=login_error` };
      if (completed === 'stale') return { location: `${PAGE}?${new URLSearchParams({ ...again, error: STALE_STEP })}` };
      const next = await this.tokens.accept(challenge, completed.userId, { by: 'mfa', network });
      return { location: pathInside(next) };
    } catch (error) {
      return backToPage(PAGE, again, 'unknown_login_challenge', error);
    }
  }

  private async leadElsewhere(email: string, login_challenge: string): Promise<Continuation> {
    const location = await this.ways.singleSignOn(email, login_challenge);
    const again = { login_challenge, user_hint: email, error: NO_SINGLE_SIGN_ON };
    return { location: location ?? `${PAGE}?${new URLSearchParams(again)}` };
  }

  private waiting(challenge: string, headers: OauthHeaders): Promise<WaitingChallenge> {
    return waitingChallenge(this.issuers, 'login', { challenge, headers });
  }
}

/** Passwords that are right are not called wrong. */
function problemIn(error: unknown): string {
  const isDemand = error instanceof AppError && demandedWays.includes(error.message);
  return isDemand ? error.message : 'login_error';
}
