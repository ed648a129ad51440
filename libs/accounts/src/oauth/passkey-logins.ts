import type { OpenRequestHeaders, PasskeySignedIn, PasskeySignIn } from '@lectern/contracts/accounts';
import { Injectable } from '@nestjs/common';
import { PasskeySignIns } from '../passkey/passkey-sign-ins';
import { UserTokens } from './user-tokens';

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
}
