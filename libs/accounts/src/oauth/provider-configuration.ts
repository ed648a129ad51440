import { OAUTH_COOKIES } from '@lectern/contracts/accounts';
import { randomUUID } from 'node:crypto';
import type { PrivateJwk } from '@lectern/secrets';
import type {
  AdapterFactory,
  ClientMetadata,
  Configuration,
  interactionPolicy,
  KoaContextWithOIDC,
} from 'oidc-provider';
import { OFFLINE_INSIDE, SCOPES_INSIDE } from './scopes';
import type { TokenSubject } from './user-access-token';

const MINUTE_S = 60;
const DAY_S = 24 * 3_600;

/** How long things of the authorization server count, in seconds. */
export const LIFETIMES_S = {
  AccessToken: 30 * MINUTE_S,
  AuthorizationCode: MINUTE_S,
  IdToken: 30 * MINUTE_S,
  Interaction: 60 * MINUTE_S,
  DeviceCode: 10 * MINUTE_S,
  RefreshToken: 30 * DAY_S,
  Session: 30 * DAY_S,
  Grant: 365 * DAY_S,
} as const;

/** What differs between issuers and starts. */
export interface ProviderParts {
  readonly issuer: string;
  readonly adapter: AdapterFactory;
  readonly clients: readonly ClientMetadata[];
  readonly keys: readonly PrivateJwk[];
  readonly policy: interactionPolicy.DefaultPolicy;
  readonly findUser: (
    id: string,
  ) => Promise<(TokenSubject & { readonly email: string; readonly language: string }) | undefined>;
  /** Makes the grant of a client of the deployment. */
  readonly grantOf: NonNullable<Configuration['loadExistingGrant']>;
  /** Thrown when the provider would call another host. */
  readonly refuseFetch: () => never;
}

/** When the users of tokens that no request brought proved who they are, in Unix seconds. */
const proofs = new WeakMap<object, number>();

/** @param verifiedAt Unix seconds */
export function tellProof(token: object, verifiedAt: number): void {
  proofs.set(token, verifiedAt);
}

/** Claims that are stored with an access token. */
function tokenExtra(ctx: KoaContextWithOIDC | undefined, token: object): { readonly last_verified_at?: number } {
  const { AuthorizationCode: code, DeviceCode: device, RefreshToken: refresh } = ctx?.oidc.entities ?? {};
  const verifiedAt = (code ?? device ?? refresh)?.authTime ?? proofs.get(token);
  return verifiedAt === undefined ? {} : { last_verified_at: verifiedAt };
}

/** The configuration of the provider of one issuer. */
export function providerConfiguration(parts: ProviderParts): Configuration {
  const { issuer, clients } = parts;
  const ownClients = new Set(clients.map(({ client_id }) => client_id));
  return {
    adapter: parts.adapter,
    clients: clients.map((client) => ({ ...client })),
    jwks: { keys: parts.keys.map((key) => ({ ...key })) } as Configuration['jwks'], // RSA keys with all their parts
    scopes: SCOPES_INSIDE,
    claims: { openid: ['sub'], profile: ['name', 'locale'], email: ['email', 'email_verified'] },
    // Id tokens have the claims of the scopes as well: applications that read nothing else know who signed in.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientBasedCORS: () => false,
    cookies: cookiesOf(issuer),
    ttl: { ...LIFETIMES_S },
    routes,
    features,
    interactions: {
      policy: parts.policy,
      url: (_, { uid, prompt }) =>
        prompt.name === 'consent' ? `/user/consent?consent_challenge=${uid}` : `/user/login?login_challenge=${uid}`,
    },
    loadExistingGrant: parts.grantOf,
    rotateRefreshToken: true,
    issueRefreshToken: (_, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has(OFFLINE_INSIDE),
    // Who signs out of an app of the deployment ends its tokens; other programs keep theirs.
    expiresWithSession: (_, { clientId = '' }) => ownClients.has(clientId) && clientId !== 'cli',
    extraTokenClaims: tokenExtra,
    findAccount: async (_, id) => {
      const user = await parts.findUser(id);
      if (!user) return undefined;
      const { name, email, language } = user;
      const claims = { sub: id, name, email, email_verified: true, locale: language.toLowerCase() };
      return { accountId: id, claims: () => claims };
    },
    renderError: (ctx, out) => {
      ctx.type = 'json';
      ctx.body = out;
    },
    fetch: parts.refuseFetch,
  };
}

const routes = {
  authorization: '/oauth2/auth',
  token: '/oauth2/token',
  jwks: '/.well-known/jwks.json',
  registration: '/oauth2/register',
  revocation: '/oauth2/revoke',
  end_session: '/oauth2/sessions/logout',
  userinfo: '/oauth2/userinfo',
  device_authorization: '/oauth2/device/auth',
  code_verification: '/oauth2/device',
};

const features: Configuration['features'] = {
  devInteractions: { enabled: false },
  userinfo: { enabled: true },
  dPoP: { enabled: false },
  resourceIndicators: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  claimsParameter: { enabled: false },
  revocation: { enabled: true },
  registration: { enabled: true, initialAccessToken: false, idFactory: () => randomUUID() },
  registrationManagement: { enabled: true, rotateRegistrationAccessToken: false },
  rpInitiatedLogout: { enabled: true, logoutSource: asForm, postLogoutSuccessSource: asDone },
  deviceFlow: {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    userCodeInputSource: (ctx, ...[, out, error]) => asStep(ctx, 'input', { problem: out?.error ?? error?.name }),
    userCodeConfirmSource: (ctx, ...[, client, , code]) =>
      asStep(ctx, 'confirm', { client: client.clientName ?? client.clientId, code }),
    successSource: (ctx) => asStep(ctx, 'done'),
  },
};

/** Several deployments on one host, at ports of their own, do not end each other's sessions. */
function cookiesOf(issuer: string): Configuration['cookies'] {
  const { port } = new URL(issuer);
  const name = `${OAUTH_COOKIES}${port === '' ? '' : `-${port}`}`;
  const attributes = { httpOnly: true, overwrite: true, sameSite: 'lax', signed: false } as const;
  return {
    names: { session: name, interaction: `${name}-interaction`, resume: `${name}-resume` },
    long: { ...attributes, path: '/' },
    short: attributes,
  };
}

/** Where a form of the provider stands, which a page of ours shows. */
export interface FormStep {
  readonly step: 'input' | 'confirm' | 'done' | 'logout' | 'logged-out';
  readonly xsrf?: string;
  readonly problem?: string;
  readonly client?: string;
  readonly code?: string;
  readonly isExpected?: boolean;
}

function asStep(ctx: KoaContextWithOIDC, step: FormStep['step'], more: Partial<FormStep> = {}): void {
  const xsrf = ctx.oidc.session?.state?.['secret'];
  ctx.type = 'json';
  ctx.body = { step, ...(typeof xsrf === 'string' && { xsrf }), ...more };
}

/** With the id token of the user who is signed in nobody needs to ask. */
function asForm(ctx: KoaContextWithOIDC): void {
  // Not among the types of the library.
  const { IdTokenHint: hint } = ctx.oidc.entities as { readonly IdTokenHint?: { payload: { sub?: string } } };
  const { accountId } = ctx.oidc.session ?? {};
  asStep(ctx, 'logout', { isExpected: accountId !== undefined && hint?.payload.sub === accountId });
}

function asDone(ctx: KoaContextWithOIDC): void {
  asStep(ctx, 'logged-out');
}
