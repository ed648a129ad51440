import type { SamlConsumer, SamlReturn, SignedInTokens, SignInAddress, SignInToken } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable, Logger } from '@nestjs/common';
import type { SignInAttemptEntity } from '../single-sign-on/sign-in-attempt.entity';
import { SignInCompletion } from '../single-sign-on/sign-in-completion';
import { assertionVerdict } from './assertion-check';
import { SamlSettings } from '../saml-settings/saml-settings';
import { SamlSignIn } from './saml-sign-in';
import { SAML_PROVIDER } from './saml.service';
import { serviceNames } from './service-provider';
import { signingCertificates } from '../saml-settings/signing-certificates';

const UNKNOWN_ATTEMPT =
  'This sign-in did not begin here, has ended already, or took more than ten minutes: start again';

/** Takes the assertions of identity providers. */
@Injectable()
export class AssertionConsumer {
  private readonly logger = new Logger('Saml');

  constructor(
    private readonly transactions: Transactions,
    private readonly settings: SamlSettings,
    private readonly signIns: SamlSignIn,
    private readonly completion: SignInCompletion,
  ) {}

  /** Whatever is wrong, the browser goes to a page that says so. */
  async consume(form: SamlReturn, { account_id }: SamlConsumer, signal: AbortSignal): Promise<SignInAddress> {
    const attempt = await this.completion.end(SAML_PROVIDER, form.RelayState);
    const isOther = account_id !== undefined && account_id.toLowerCase() !== attempt?.accountId;
    try {
      if (!attempt || isOther) throw new AppError('forbidden', UNKNOWN_ATTEMPT);
      const userId = await this.userOf(form.SAMLResponse, attempt, signal);
      return { to: await this.completion.completed(attempt, userId) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn(`A SAML sign-in was refused: ${error.message}`);
      return { to: this.completion.failed(SAML_PROVIDER, error.message, attempt) };
    }
  }

  /** @throws AppError `bad_request` */
  exchange({ token }: SignInToken): Promise<SignedInTokens> {
    return this.completion.exchange(token);
  }

  private async userOf(response: string, attempt: SignInAttemptEntity, signal: AbortSignal): Promise<string> {
    const { accountId, check: requestId, created } = attempt;
    const provider =
      accountId === null ? undefined : await this.transactions.read((tx) => this.settings.find(accountId, tx));
    if (!provider) throw new AppError('forbidden', 'The account has no single sign-on any more');
    const { groups_attribute: groupsAttribute } = provider;
    const received = {
      ...serviceNames(this.completion.host, provider.accountId),
      response,
      certificates: signingCertificates(provider.x509_cert),
      entityId: provider.entity_id,
      requestId,
      requestedMs: created.getTime(),
      ...(typeof groupsAttribute === 'string' && { groupsAttribute }),
    };
    const verdict = await assertionVerdict(received, { account: provider.accountId, signal });
    if ('problem' in verdict) throw new AppError('forbidden', `The response was refused: ${verdict.problem}`);
    return this.transactions.run((tx) => this.signIns.signIn(provider, verdict, tx));
  }
}
