import type { OauthHeaders, SecurityPage } from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { issuerUrl } from '../oauth/issuer-url';
import { PasskeyPlace } from '../passkey/passkey-place';
import { Passkeys } from '../passkey/passkeys';
import { FactorNews } from '../second-factor/factor-news';
import { SecondFactorSettings } from '../second-factor/second-factor-settings';
import { provedRecently } from '../user/recent-proof';

/** Reads how a user signs in, for the page about it. */
@Injectable()
export class SecurityView {
  constructor(
    private readonly transactions: Transactions,
    private readonly news: FactorNews,
    private readonly factor: SecondFactorSettings,
    private readonly passkeys: Passkeys,
    private readonly place: PasskeyPlace,
  ) {}

  /** @throws AppError `unauthorized` when the user is gone */
  async of(principal: Principal, headers: OauthHeaders): Promise<SecurityPage> {
    const isFresh = provedRecently(principal.verifiedAt, new Date());
    const { email } = await this.transactions.read((tx) => this.news.userOf(principal, tx));
    const factor = await this.factor.get(principal);
    const { passkeys } = await this.passkeys.list(principal);
    const isPlace = this.place.isUsable && this.place.origin === issuerUrl(headers.reached);
    if (!isFresh || !isPlace) return { email, isFresh, factor, passkeys };
    const { options } = await this.passkeys.start(principal, {});
    return { email, isFresh, factor, passkeys, passkeyOptions: JSON.stringify(options) };
  }
}
