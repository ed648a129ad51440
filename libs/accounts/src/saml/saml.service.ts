import type {
  SamlAccount,
  SamlInquiry,
  SamlMetadata,
  SamlMetadataQuery,
  SamlStart,
  SignInAddress,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { SignInAttempts } from '../single-sign-on/sign-in-attempts';
import { ReturnPages } from '../single-sign-on/return-pages';
import { SamlSettings } from '../saml-settings/saml-settings';
import { metadataOf, newRequestId, requestAddress, serviceNames } from './service-provider';

export const SAML_PROVIDER = 'saml';

/** Starts sign-ins at the identity providers of accounts. */
@Injectable()
export class SamlService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: SamlSettings,
    private readonly accounts: AccountRepository,
    private readonly attempts: SignInAttempts,
    private readonly returns: ReturnPages,
  ) {}

  /** @throws AppError `not_found` */
  async inquire({ domain }: SamlInquiry): Promise<SamlAccount> {
    const account = await this.transactions.read((tx) => this.settings.accountOf(domain, tx));
    if (account === undefined) throw new AppError('not_found', 'No account signs in people of this domain');
    return { account_id: account, token: account };
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async start({ account_id, token, login_challenge, came_from }: SamlStart): Promise<SignInAddress> {
    const accountId = account_id ?? token;
    if (accountId === undefined) throw new AppError('invalid_request', 'account_id or token is required');
    const cameFrom = this.returns.checked(came_from);
    const requestId = newRequestId();
    const started = await this.transactions.run(async (tx) => {
      const provider = await this.settings.find(accountId, tx);
      if (!provider) throw new AppError('not_found', 'The account has no single sign-on');
      const attempt = { provider: SAML_PROVIDER, accountId: provider.accountId, check: requestId, cameFrom };
      const relayState = await this.attempts.begin({ ...attempt, loginChallenge: login_challenge }, tx);
      return { provider, relayState };
    });
    const names = serviceNames(this.returns.host, started.provider.accountId);
    return { to: await requestAddress(started.provider, names, { requestId, relayState: started.relayState }) };
  }

  /** @throws AppError `not_found` */
  async metadata({ account_id }: SamlMetadataQuery): Promise<SamlMetadata> {
    const { id } = await this.transactions.read((tx) => this.accounts.get(account_id, tx));
    return { xml: await metadataOf(serviceNames(this.returns.host, id)) };
  }
}
