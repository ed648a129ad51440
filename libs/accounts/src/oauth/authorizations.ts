import type {
  AuthorizationParams,
  AuthorizationQuery,
  BrowserStep,
  ContinuationQuery,
  OauthHeaders,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { issuerUrl } from './issuer-url';
import { Issuers } from './issuers';
import { sendToProvider, type ProviderAnswer, providerRefusal, formTextsOf } from './provider-call';
import { Resumptions } from './resumptions';
import { DEFAULT_SCOPE, scopeInside } from './scopes';
import { FOREIGN_TARGET, TokenTargets } from './token-targets';

/** Schemes that run or show something of the page that follows a redirect. */
const UNSAFE_SCHEME = /^(?:javascript|data|vbscript|blob|file|about|view-source|filesystem):/i;

/** Leads browsers through authorizations. */
@Injectable()
export class Authorizations {
  constructor(
    private readonly issuers: Issuers,
    private readonly targets: TokenTargets,
    private readonly resumptions: Resumptions,
  ) {}

  /** @throws AppError `bad_request` for what no application may learn */
  async begin(query: AuthorizationQuery, headers: OauthHeaders): Promise<BrowserStep> {
    const issuer = await this.issuers.at(issuerUrl(headers.reached));
    const { resource, scope = DEFAULT_SCOPE, ...rest } = query;
    if (resource !== undefined && !(await this.targets.isOwn(resource, issuer.url)))
      throw new AppError('bad_request', FOREIGN_TARGET);
    const parameters = new URLSearchParams({ ...formTextsOf(rest), scope: scopeInside(scope) });
    const answer = await sendToProvider(issuer, { method: 'GET', path: `/oauth2/auth?${parameters}`, headers });
    return stepOf(answer);
  }

  /** After a sign-in or a consent. @throws as `Resumptions.resume` */
  async resume(continued: AuthorizationParams & ContinuationQuery, headers: OauthHeaders): Promise<BrowserStep> {
    return stepOf(await this.resumptions.resume('/oauth2/auth', continued, headers));
  }
}

/** @throws AppError `bad_request` where the provider sends the browser nowhere */
export function stepOf(answer: ProviderAnswer): BrowserStep {
  const { location, cookies } = answer;
  if (location === undefined) throw providerRefusal(answer);
  if (UNSAFE_SCHEME.test(location))
    throw new AppError('bad_request', 'The application has an address that is not safe');
  return { location, cookies };
}
