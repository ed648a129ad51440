import type {
  ClientRegistration,
  DeviceAuthorization,
  OauthAnswer,
  OauthHeaders,
  TokenRequest,
  TokenRevocation,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { GuessLimit } from '../password/guess-limit';
import { issuerUrl } from './issuer-url';
import { Issuers } from './issuers';
import { OauthKeys } from './oauth-keys';
import { OauthRecords } from './oauth-records';
import { sendToProvider, answeredObject, type ProviderAnswer, type ProviderRequest } from './provider-call';
import { DEFAULT_SCOPE, scopeInside, scopeOutside, SCOPES } from './scopes';
import { FOREIGN_TARGET, TokenTargets } from './token-targets';
import { isUserAccessToken, readAccessToken } from './user-access-token';

const HOUR_MS = 3_600_000;
/** Applications that one network registers in an hour. */
const REGISTRATIONS_MAX = 100;
/** Registered applications of a deployment. */
const CLIENTS_MAX = 100_000;
const METHODS = ['none', 'client_secret_basic', 'client_secret_post'];

/** Answers the programs that talk to the authorization server. */
@Injectable()
export class TokenEndpoint {
  constructor(
    private readonly issuers: Issuers,
    private readonly keys: OauthKeys,
    private readonly records: OauthRecords,
    private readonly guesses: GuessLimit,
    private readonly targets: TokenTargets,
  ) {}

  async token(request: TokenRequest, headers: OauthHeaders): Promise<OauthAnswer> {
    const { resource, scope, ...rest } = request;
    if (resource !== undefined && !(await this.targets.isOwn(resource, issuerUrl(headers.reached))))
      return refusedTarget;
    const form = { ...rest, ...(scope !== undefined && { scope: scopeInside(scope) }) };
    return this.send({ method: 'POST', path: '/oauth2/token', form, headers });
  }

  async revoke({ token = '', ...rest }: TokenRevocation, headers: OauthHeaders): Promise<OauthAnswer> {
    const form = { ...rest, token: await this.storedName(token) };
    return this.send({ method: 'POST', path: '/oauth2/revoke', form, headers });
  }

  async device({ scope = DEFAULT_SCOPE, ...rest }: DeviceAuthorization, headers: OauthHeaders): Promise<OauthAnswer> {
    const form = { ...rest, scope: scopeInside(scope) };
    return this.send({ method: 'POST', path: '/oauth2/device/auth', form, headers });
  }

  async jwks(headers: OauthHeaders): Promise<OauthAnswer> {
    return this.send({ method: 'GET', path: '/.well-known/jwks.json', headers });
  }

  async metadata(headers: OauthHeaders): Promise<OauthAnswer> {
    const answer = await this.send({ method: 'GET', path: '/.well-known/openid-configuration', headers });
    // These requests have their own names for scopes, and are sent in the query alone.
    const own = { scopes_supported: SCOPES, response_modes_supported: ['query', 'fragment'] };
    return { ...answer, body: { ...answer.body, ...own } };
  }

  /** @throws AppError `rate_limited` */
  async register(client: ClientRegistration, headers: OauthHeaders): Promise<OauthAnswer> {
    const subject = `oauth-clients/${headers.network ?? ''}`;
    await this.guesses.claim([{ subject, max: REGISTRATIONS_MAX, windowMs: HOUR_MS }]);
    if ((await this.records.count('Client')) >= CLIENTS_MAX)
      throw new AppError('rate_limited', 'The deployment has as many registered applications as it takes');
    const { client_id: _, client_secret: __, ...json } = client;
    return this.send({ method: 'POST', path: '/oauth2/register', json: registered(json), headers });
  }

  async readClient(clientId: string, headers: OauthHeaders): Promise<OauthAnswer> {
    return this.send({ method: 'GET', path: clientPath(clientId), headers });
  }

  async updateClient(clientId: string, client: ClientRegistration, headers: OauthHeaders): Promise<OauthAnswer> {
    const json = { ...registered(client), client_id: clientId };
    return this.send({ method: 'PUT', path: clientPath(clientId), json, headers });
  }

  /** With all that users gave it. */
  async deleteClient(clientId: string, headers: OauthHeaders): Promise<OauthAnswer> {
    const answer = await this.send({ method: 'DELETE', path: clientPath(clientId), headers });
    if (answer.status === 204) await this.records.deleteOfClient(clientId);
    return answer;
  }

  /** Who the user of an access token is, as far as its scopes allow. */
  async userInfo({ authorization = '', ...headers }: OauthHeaders): Promise<OauthAnswer> {
    const [, token = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    const stored = token === '' ? authorization : `Bearer ${await this.storedName(token)}`;
    return this.send({ method: 'GET', path: '/oauth2/userinfo', headers: { ...headers, authorization: stored } });
  }

  private async send(request: ProviderRequest): Promise<OauthAnswer> {
    const issuer = await this.issuers.at(issuerUrl(request.headers.reached));
    return oauthAnswerOf(await sendToProvider(issuer, request));
  }

  /** An access token is stored under the id that is in it. */
  private async storedName(token: string): Promise<string> {
    if (!isUserAccessToken(token)) return token;
    try {
      return (await readAccessToken(token, await this.keys.signer())).jti;
    } catch (error) {
      // One that does not count is unknown, which is no failure of a revocation.
      if (error instanceof AppError) return 'unknown';
      throw error;
    }
  }
}

const notStored = { 'cache-control': 'no-store' } as const;
const refusedTarget: OauthAnswer = {
  status: 400,
  headers: notStored,
  body: { error: 'invalid_target', error_description: FOREIGN_TARGET },
};

function oauthAnswerOf(answer: ProviderAnswer): OauthAnswer {
  const { status, text, challenge } = answer;
  if (status >= 500) throw new AppError('internal', 'The authorization server failed');
  const headers = { ...notStored, ...(challenge !== undefined && { 'www-authenticate': challenge }) };
  return text === '' ? { status, headers } : { status, headers, body: outside(answeredObject(answer)) };
}

function outside(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { scope } = body;
  return typeof scope === 'string' ? { ...body, scope: scopeOutside(scope) } : body;
}

/** A registration as the provider takes it. */
function registered({ scope, grant_types: grants, ...client }: ClientRegistration): object {
  const { token_endpoint_auth_method: method } = client;
  return {
    ...client,
    grant_types: grants ?? ['authorization_code', 'refresh_token'],
    // Of another method the provider says that it has none.
    token_endpoint_auth_method: method ?? METHODS[1],
    ...(scope !== undefined && { scope: knownScopes(scope) }),
  };
}

/** Unknown scopes are ignored, as in authorizations. */
function knownScopes(scope: string): string {
  const known: readonly string[] = SCOPES;
  const names = scope.split(' ').filter((name) => known.includes(name));
  return scopeInside(names.length > 0 ? names.join(' ') : DEFAULT_SCOPE);
}

function clientPath(clientId: string): string {
  return `/oauth2/register/${encodeURIComponent(clientId)}`;
}
