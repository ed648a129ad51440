import { deployment } from '@lectern/config';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { MailTokens } from '../mail-token/mail-tokens';
import { Issuers } from './issuers';
import { readOauthState } from './oauth-state';

/** Somebody who began to sign up in an app. */
export interface StartedSignUp {
  readonly email: string;
  readonly fullname: string;
  readonly company: string;
}

/** Sign-ups that began in apps, and that the state of an authorization names. */
@Injectable()
export class StartedSignUps {
  constructor(
    private readonly issuers: Issuers,
    private readonly transactions: Transactions,
    private readonly tokens: MailTokens,
  ) {}

  /**
   * The sign-up that the authorization of a login is for. Whether its address has a user makes no difference.
   *
   * @returns undefined where there is none, or it is older than a day
   */
  async of(challenge: string): Promise<StartedSignUp | undefined> {
    const { provider } = await this.issuers.at(deployment().publicUrl);
    const interaction = await provider.Interaction.find(challenge);
    const { signUpToken } = readOauthState(interaction?.params['state']);
    if (signUpToken === undefined) return undefined;
    const found = await this.transactions.read((tx) => this.tokens.find(signUpToken, 'sign-up-start', tx));
    if (!found) return undefined;
    const { fullname = '', company = '' } = found.payload;
    return { email: found.email, fullname, company };
  }
}
