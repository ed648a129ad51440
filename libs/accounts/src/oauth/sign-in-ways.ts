import { readConfig } from '@lectern/config';
import type { LoginPage, OtherSignIn } from '@lectern/contracts/accounts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { PasskeyPlace } from '../passkey/passkey-place';
import { PasskeySignIns } from '../passkey/passkey-sign-ins';
import { providersIn } from '../provider-settings/provider-settings';
import { signInProviderSlice } from '../provider-settings/sign-in-provider.config';
import { SamlSettings } from '../saml-settings/saml-settings';

/** Ways to sign in other than by password. */
@Injectable()
export class SignInWays {
  private readonly providers = providersIn(readConfig(signInProviderSlice).SIGN_IN_PROVIDERS);

  constructor(
    private readonly transactions: Transactions,
    private readonly saml: SamlSettings,
    private readonly passkeys: PasskeySignIns,
    private readonly place: PasskeyPlace,
  ) {}

  /** @param origin by which the browser reached the page: passkeys count at one alone */
  async of(challenge: string, origin: string): Promise<Pick<LoginPage, 'places' | 'hasSingleSignOn' | 'passkey'>> {
    const isPasskeyPlace = this.place.isUsable && this.place.origin === origin;
    const passkey = isPasskeyPlace ? JSON.stringify((await this.passkeys.start(challenge)).options) : undefined;
    const hasSingleSignOn = await this.transactions.read((tx) => this.saml.isUsed(tx));
    return { places: this.providers.map((provider) => wayOf(provider, challenge)), hasSingleSignOn, passkey };
  }

  /** Where people with this mail address sign in, if an account has an identity provider for them. */
  async singleSignOn(email: string, challenge: string): Promise<string | undefined> {
    const [, domain = ''] = /@([^@]+)$/.exec(email.trim()) ?? [];
    const account = await this.transactions.read((tx) => this.saml.accountOf(domain, tx));
    if (account === undefined) return undefined;
    return `/api/auth/saml/sso?${new URLSearchParams({ account_id: account, login_challenge: challenge })}`;
  }
}

function wayOf({ name, title }: { readonly name: string; readonly title: string }, challenge: string): OtherSignIn {
  return { title, path: `/api/auth/${name}/authorize?${new URLSearchParams({ login_challenge: challenge })}` };
}
