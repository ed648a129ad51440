import {
  type Continuation,
  NO_PASSKEY,
  type OauthHeaders,
  type OpenRequestHeaders,
  type PasskeyForm,
  type PasskeySignedIn,
  type PasskeySignIn,
} from '@lectern/contracts/accounts';
import {} from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { PasskeySignIns } from '../passkey/passkey-sign-ins';
import { UserTokens } from './user-tokens';
import { backToPage, pathInside } from './waiting-challenge';
import { sentCredential } from '../passkey/sent-credential';

/** Gives tokens to people who prove themselves by a passkey. */
@Injectable()
export class PasskeyLogins {
  constructor(
    private readonly passkeys: PasskeySignIns,
    private readonly tokens: UserTokens,
  ) {}

  /** @throws AppError `unauthorized`, `rate_limited`, `not_found` */
  async logIn(
    { credential, login_challenge }: PasskeySignIn,
    { network }: OpenRequestHeaders,
  ): Promise<PasskeySignedIn> {
    const challenge = login_challenge ?? '';
    const userId = await this.passkeys.complete({ credential, challenge, network });
    const signIn = { by: 'passkey', network };
    if (challenge !== '') return { consent_url: await this.tokens.accept(challenge, userId, signIn) };
    return this.tokens.issue(userId, { signIn });
  }

  /** Leads on, or back to the page of sign-in. */
  async submit({ login_challenge, credential = '' }: PasskeyForm, headers: OauthHeaders): Promise<Continuation> {
    try {
      const answer = { credential: sentCredential(credential), login_challenge };
      const { consent_url = '' } = await this.logIn(answer, headers);
      return { location: pathInside(consent_url) };
    } catch (error) {
      return backToPage('/user/login', { login_challenge }, NO_PASSKEY, error);
    }
  }
}
