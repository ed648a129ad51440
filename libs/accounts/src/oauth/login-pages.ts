import type { LoginInfo, LoginPage, LoginPageQuery, LoginQuery, OauthHeaders } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { issuerUrl } from './issuer-url';
import { Issuers } from './issuers';
import { readOauthState } from './oauth-state';
import { SignInWays } from './sign-in-ways';
import { StartedSignUps } from './started-sign-ups';
import { clientTitle, waitingChallenge } from './waiting-challenge';

/** What pages of sign-in show. */
@Injectable()
export class LoginPages {
  constructor(
    private readonly issuers: Issuers,
    private readonly ways: SignInWays,
    private readonly signUps: StartedSignUps,
  ) {}

  /** @throws AppError `not_found` */
  async info({ login_challenge: challenge, user_hint }: LoginQuery, headers: OauthHeaders): Promise<LoginInfo> {
    const { interaction } = await waitingChallenge(this.issuers, 'login', { challenge, headers });
    const { state, login_hint: hint } = interaction.params;
    const { cameFrom, message, isInitial } = readOauthState(state);
    const signUp = await this.signUps.of(challenge);
    const email = user_hint ?? signUp?.email ?? (typeof hint === 'string' ? hint : undefined);
    return {
      skip_login: false,
      needs_signup: signUp !== undefined,
      ...(email !== undefined && { email }),
      ...(signUp && { fullname: signUp.fullname, company: signUp.company }),
      ...(isInitial && { needs_initial_setpassword: true }),
      ...(cameFrom !== undefined && { came_from: cameFrom }),
      ...(message !== undefined && { message }),
    };
  }

  async page(query: LoginPageQuery, headers: OauthHeaders): Promise<LoginPage> {
    const { login_challenge: challenge, user_hint, error, step } = query;
    if (challenge === undefined) return { start: '/redirect?display=token', ...(error && { error }) };
    try {
      const { email, needs_signup } = await this.info({ login_challenge: challenge, user_hint }, headers);
      const { client } = await waitingChallenge(this.issuers, 'login', { challenge, headers });
      const shown = { challenge, email, client: clientTitle(client), step, ...(error && { error }) };
      if (step !== undefined) return shown;
      const ways = await this.ways.of(challenge, issuerUrl(headers.reached));
      return { ...shown, ...ways, canSignUp: needs_signup };
    } catch (failure) {
      if (failure instanceof AppError) return { error: 'unknown_login_challenge' };
      throw failure;
    }
  }
}
