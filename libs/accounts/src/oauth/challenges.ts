import type {
  ConsentForm,
  ConsentInfo,
  ConsentPage,
  ConsentPageQuery,
  ConsentQuery,
  Continuation,
  LoginForm,
  LoginInfo,
  LoginPage,
  LoginPageQuery,
  LoginQuery,
  OauthHeaders,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { Client, Provider } from 'oidc-provider';
import { PasswordSignIn } from '../password/password-sign-in';
import { UserRepository } from '../user/user.repository';
import { issuerUrl } from './issuer-url';
import { type Issuer, Issuers } from './issuers';
import { readOauthState } from './oauth-state';
import { scopeInside, scopeOutside } from './scopes';
import { UserTokens } from './user-tokens';

type Interaction = InstanceType<Provider['Interaction']>;

/** A login or consent that an authorization waits for. */
interface Waiting {
  readonly issuer: Issuer;
  readonly interaction: Interaction;
  readonly client: Client;
}

/** Logins and consents that authorizations wait for. */
@Injectable()
export class Challenges {
  constructor(
    private readonly issuers: Issuers,
    private readonly passwords: PasswordSignIn,
    private readonly tokens: UserTokens,
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
  ) {}

  /** @throws AppError `not_found` */
  async login({ login_challenge, user_hint }: LoginQuery, headers: OauthHeaders): Promise<LoginInfo> {
    const { interaction } = await this.waiting('login', login_challenge, headers);
    const { state, login_hint: hint } = interaction.params;
    const { cameFrom, message, isInitial } = readOauthState(state);
    const email = user_hint ?? (typeof hint === 'string' ? hint : undefined);
    return {
      skip_login: false,
      needs_signup: false,
      ...(email !== undefined && { email }),
      ...(isInitial && { needs_initial_setpassword: true }),
      ...(cameFrom !== undefined && { came_from: cameFrom }),
      ...(message !== undefined && { message }),
    };
  }

  /** Leads on, or back to the page. */
  async submitLogin(form: LoginForm, headers: OauthHeaders): Promise<Continuation> {
    const { login_challenge: challenge, username = '', password = '' } = form;
    try {
      await this.waiting('login', challenge, headers);
    } catch (error) {
      return backTo('/user/login', {}, 'unknown_login_challenge', error);
    }
    try {
      const { network = '' } = headers;
      const user = await this.passwords.verify({ email: username, password, network });
      return { location: pathOf(await this.tokens.accept(challenge, user.id, { by: 'pwd', network })) };
    } catch (error) {
      return backTo('/user/login', { login_challenge: challenge }, 'login_error', error);
    }
  }

  async loginPage({ login_challenge, user_hint, error }: LoginPageQuery, headers: OauthHeaders): Promise<LoginPage> {
    if (login_challenge === undefined) return { start: '/redirect?display=token', ...(error && { error }) };
    try {
      const { email } = await this.login({ login_challenge, user_hint }, headers);
      const { client } = await this.waiting('login', login_challenge, headers);
      return { challenge: login_challenge, email, client: nameOf(client), ...(error && { error }) };
    } catch (failure) {
      if (failure instanceof AppError) return { error: 'unknown_login_challenge' };
      throw failure;
    }
  }

  /** @throws AppError `not_found` */
  async consent({ consent_challenge }: ConsentQuery, headers: OauthHeaders): Promise<ConsentInfo> {
    const { issuer, interaction, client } = await this.waiting('consent', consent_challenge, headers);
    const userId = interaction.session?.accountId ?? '';
    const user = await this.transactions.read((tx) => this.users.findLiving(userId, tx));
    if (!user) throw unknown('consent');
    const { cameFrom } = readOauthState(interaction.params['state']);
    return {
      user_id: user.id,
      user_email: user.email,
      user_name: user.name,
      client_id: client.clientId,
      client_name: nameOf(client),
      requested_scope: requestedScopes(interaction),
      skip_consent: issuer.isFirstParty(client.clientId),
      ...(cameFrom !== undefined && { came_from: cameFrom }),
    };
  }

  /** Leads on, or back to the page. */
  async submitConsent(form: ConsentForm, headers: OauthHeaders): Promise<Continuation> {
    const { consent_challenge: challenge, grant_scope: chosen, reject } = form;
    try {
      const { issuer, interaction, client } = await this.waiting('consent', challenge, headers);
      if (reject === 'true')
        interaction.result = { error: 'access_denied', error_description: 'The user refused the access' };
      else {
        const grantId = await grantOf({ issuer, interaction, client }, chosen);
        interaction.result = { ...interaction.lastSubmission, consent: { grantId } };
      }
      await interaction.persist();
      return { location: pathOf(interaction.returnTo) };
    } catch (error) {
      return backTo('/user/consent', {}, 'unknown_consent_challenge', error);
    }
  }

  async consentPage({ consent_challenge, error }: ConsentPageQuery, headers: OauthHeaders): Promise<ConsentPage> {
    if (consent_challenge === undefined) return { ...(error && { error }) };
    try {
      const info = await this.consent({ consent_challenge }, headers);
      const { interaction } = await this.waiting('consent', consent_challenge, headers);
      const { redirect_uri: to } = interaction.params;
      const host = typeof to === 'string' && URL.canParse(to) ? new URL(to).host || to : undefined;
      return { challenge: consent_challenge, info, ...(host !== undefined && { host }) };
    } catch (failure) {
      if (failure instanceof AppError) return { error: 'unknown_consent_challenge' };
      throw failure;
    }
  }

  /** @throws AppError `not_found` */
  private async waiting(kind: 'login' | 'consent', challenge: string, headers: OauthHeaders): Promise<Waiting> {
    const issuer = await this.issuers.at(issuerUrl(headers.reached));
    const interaction = await issuer.provider.Interaction.find(challenge);
    if (interaction?.prompt.name !== kind) throw unknown(kind);
    const client = await issuer.provider.Client.find(String(interaction.params['client_id']));
    if (!client) throw unknown(kind);
    return { issuer, interaction, client };
  }
}

/** What the user allows, added to what was allowed before. @returns the id of the grant */
async function grantOf({ issuer, interaction, client }: Waiting, chosen: readonly string[]): Promise<string> {
  const { provider } = issuer;
  const accountId = interaction.session?.accountId;
  const known = interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId);
  const grant = known ?? new provider.Grant({ accountId, clientId: client.clientId });
  const asked = requestedScopes(interaction);
  // Nothing can be granted that was not asked for.
  const granted = asked.filter((scope) => chosen.includes(scope));
  const rejected = asked.filter((scope) => !chosen.includes(scope));
  if (granted.length > 0) grant.addOIDCScope(scopeInside(granted.join(' ')));
  if (rejected.length > 0) grant.rejectOIDCScope(scopeInside(rejected.join(' ')));
  if (granted.includes('profile')) grant.addOIDCClaims(['name', 'locale']);
  if (granted.includes('email')) grant.addOIDCClaims(['email', 'email_verified']);
  return grant.save();
}

function requestedScopes({ params }: Interaction): string[] {
  const { scope } = params;
  return typeof scope === 'string' ? scopeOutside(scope).split(' ').filter(Boolean) : [];
}

function nameOf({ clientName, clientId }: Client): string {
  return clientName ?? clientId;
}

/** @throws what is no refusal, and refusals that are no answer to the form: too many attempts, a full disk */
function backTo(
  page: string,
  parameters: Readonly<Record<string, string>>,
  ...[code, error]: readonly [code: string, error: unknown]
): Continuation {
  const isRefusal = error instanceof AppError && error.status < 500 && error.code !== 'rate_limited';
  if (!isRefusal) throw error;
  const description = error.message;
  return { location: `${page}?${new URLSearchParams({ ...parameters, error: code, error_description: description })}` };
}

function unknown(kind: 'login' | 'consent'): AppError {
  return new AppError('not_found', `No authorization waits for this ${kind}`);
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}
