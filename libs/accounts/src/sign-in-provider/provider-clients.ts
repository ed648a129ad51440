import { AppError } from '@lectern/contracts/core';
import { Egress } from '@lectern/egress';
import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
} from 'openid-client';
import { providerFetch } from './provider-fetch';
import type { ProviderClaims } from './provider-person';
import type { ProviderSettings } from '../provider-settings/provider-settings';

/** After this time, the description of a provider is read again. */
const DESCRIPTION_TTL_MS = 60 * 60_000;
const TIMEOUT_S = 30;

/** What connects the two halves of a sign-in. */
export interface AttemptSecrets {
  readonly nonce: string;
  readonly verifier: string;
}

interface Described {
  readonly configuration: Promise<Configuration>;
  readonly untilMs: number;
}

/** Talks to sign-in providers: OpenID Connect with PKCE and nonce, ID tokens verified by the keys of the issuer. */
@Injectable()
export class ProviderClients {
  private readonly described = new Map<string, Described>();

  constructor(private readonly egress: Egress) {}

  /** The address where a browser signs in. @throws AppError `unavailable` */
  async authorizationAddress(
    settings: ProviderSettings,
    parameters: Readonly<Record<string, string>>,
  ): Promise<string> {
    const configuration = await this.configurationOf(settings);
    return buildAuthorizationUrl(configuration, { ...parameters, scope: settings.scopes.join(' ') }).href;
  }

  /**
   * The claims of the person for whom the provider gave a code.
   *
   * @param returned the address that the browser came back to, with code, state and issuer
   * @throws AppError `bad_request` when the provider or its answer is not to be trusted, `unavailable`
   */
  async claimsFor(
    settings: ProviderSettings,
    returned: URL,
    { nonce, verifier }: AttemptSecrets,
  ): Promise<ProviderClaims> {
    const configuration = await this.configurationOf(settings);
    const expectedState = returned.searchParams.get('state') ?? '';
    const isOpenId = settings.kind === 'openid';
    try {
      const tokens = await authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: verifier,
        expectedState,
        ...(isOpenId && { expectedNonce: nonce, idTokenExpected: true }),
      });
      if (!isOpenId) return await this.githubClaims(configuration, settings, tokens.access_token);
      const claims = tokens.claims();
      if (!claims) throw new AppError('bad_request', `${settings.title} gave no ID token`);
      if (claims['email'] !== undefined) return claims;
      return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), sub: claims.sub };
    } catch (error) {
      throw notTrusted(settings, error);
    }
  }

  private configurationOf(settings: ProviderSettings): Promise<Configuration> {
    const known = this.described.get(settings.name);
    if (known && known.untilMs > Date.now()) return known.configuration;
    const configuration = this.describe(settings);
    this.described.set(settings.name, { configuration, untilMs: Date.now() + DESCRIPTION_TTL_MS });
    configuration.catch(() => this.described.delete(settings.name));
    return configuration;
  }

  private async describe(settings: ProviderSettings): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = settings;
    const fetch = providerFetch(this.egress);
    const isPlain = issuer.startsWith('http:');
    if (settings.kind === 'github') {
      const server = {
        issuer,
        authorization_endpoint: `${issuer}/login/oauth/authorize`,
        token_endpoint: `${issuer}/login/oauth/access_token`,
      };
      const github = new Configuration(server, clientId, clientSecret, ClientSecretPost(clientSecret));
      github[customFetch] = fetch;
      github.timeout = TIMEOUT_S;
      if (isPlain) allowInsecureRequests(github);
      return github;
    }
    try {
      return await discovery(new URL(issuer), clientId, clientSecret, undefined, {
        [customFetch]: fetch,
        timeout: TIMEOUT_S,
        execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
      });
    } catch (error) {
      throw unreachable(settings, error);
    }
  }

  private async githubClaims(
    configuration: Configuration,
    { issuer }: ProviderSettings,
    token: string,
  ): Promise<ProviderClaims> {
    const api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`;
    const read = async (path: string): Promise<unknown> => {
      const headers = new Headers({ accept: 'application/vnd.github+json' });
      const answer = await fetchProtectedResource(configuration, token, new URL(`${api}${path}`), 'GET', null, headers);
      if (!answer.ok) throw new AppError('bad_request', 'GitHub does not say who this is');
      return answer.json();
    };
    const [user, emails] = await Promise.all([read('/user'), read('/user/emails')]);
    return githubPerson(user, emails);
  }
}

/** Of a user and their addresses: the primary one counts. */
function githubPerson(user: unknown, emails: unknown): ProviderClaims {
  // Members are checked where they are read.
  const { id, name, login } = (user ?? {}) as Readonly<Record<string, unknown>>;
  // As above.
  const addresses = Array.isArray(emails) ? (emails as readonly Readonly<Record<string, unknown>>[]) : [];
  const primary = addresses.find((address) => address?.['primary'] === true);
  const sub = typeof id === 'number' ? String(id) : '';
  return { sub, email: primary?.['email'], email_verified: primary?.['verified'], name: name ?? login };
}

function unreachable({ title }: ProviderSettings, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError('unavailable', `${title} cannot be reached, or does not describe itself`, {}, { cause });
}

/** Texts of providers may quote what was sent to them. */
function notTrusted({ title }: ProviderSettings, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError('bad_request', `${title} refused the sign-in, or its answer cannot be trusted`, {}, { cause });
}
