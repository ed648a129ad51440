import {
  type Continuation,
  type LoginForm,
  type LoginInfo,
  type LoginPage,
  type LoginPageQuery,
  type LoginQuery,
  NO_SINGLE_SIGN_ON,
  type OauthHeaders,
  type SecondFactorForm,
  STALE_STEP,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { PasswordSignIn } from '../password/password-sign-in';
import { SignInSteps } from '../second-factor/sign-in-steps';
import { issuerUrl } from './issuer-url';
import { Issuers } from './issuers';
import { readOauthState } from './oauth-state';
import { SignInWays } from './sign-in-ways';
import { UserTokens } from './user-tokens';
import { backToPage, clientTitle, pathInside, type WaitingChallenge, waitingChallenge } from './waiting-challenge';

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

  /** @throws AppError `not_found` */
  async login({ login_challenge, user_hint }: LoginQuery, headers: OauthHeaders): Promise<LoginInfo> {
    const { interaction } = await this.waiting(login_challenge, headers);
    const { state, login_hint: hint } = interaction.params;
    const { cameFrom, message, isInitial } = readOauthState(state);
    const email = user_hint ?? (typeof hint === 'string' ? hint : undefined);
    return {
      skip_login: false,
      needs_signup: false,
      ...(email !== undefined && { email }),
      ...(isInitial && { needs_initial_setpassword: true }),
      ...(cameFrom !== undefined && { came_from: cameFrom }),
      ...(message !== undefined && { message }),
    };
  }

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
      return backToPage(PAGE, { login_challenge: challenge }, 'login_error', error);
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

  async loginPage(
    { login_challenge, user_hint, error, step }: LoginPageQuery,
    headers: OauthHeaders,
  ): Promise<LoginPage> {
    if (login_challenge === undefined) return { start: '/redirect?display=token', ...(error && { error }) };
    try {
      const { email } = await this.login({ login_challenge, user_hint }, headers);
      const { client } = await this.waiting(login_challenge, headers);
      const shown = { challenge: login_challenge, email, client: clientTitle(client), step, ...(error && { error }) };
      if (step !== undefined) return shown;
      return { ...shown, ...(await this.ways.of(login_challenge, issuerUrl(headers.reached))) };
    } catch (failure) {
      if (failure instanceof AppError) return { error: 'unknown_login_challenge' };
      throw failure;
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

function stepAddress(login_challenge: string, step: string): string {
  return `${PAGE}?${new URLSearchParams({ login_challenge, step })}`;
}
