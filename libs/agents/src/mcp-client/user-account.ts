import { createHash } from 'node:crypto';
import type { McpHttpConfig } from '@lectern/contracts/agents';
import { AppError, isObject, type Principal } from '@lectern/contracts/core';
import type { Egress } from '@lectern/egress';
import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { AccountKey, DriverAccounts } from '../driver/driver-accounts';
import type { OpenedDriver } from '../driver/driver.service';
import { oauthCallbackUrl } from '../driver/oauth-callback';
import type { InteractionUser } from '../engine/asking-back';
import { objectOfText } from './json-object';
import { oauthProvider } from './oauth-provider';
import { EgressFetch } from './egress-fetch';
import type { SignInChallenge } from './sign-in-needed';

/** Of one request to an authorization server. */
const REQUEST_MS = 15_000;
/** For a client that keeps credentials to give them back. */
const CREDENTIALS_MS = 10_000;
const CREDENTIALS_CHARS_MAX = 50_000;
const PROVIDER = 'mcp_oauth';

/** What an account is opened with. */
export interface AccountParts {
  readonly driver: OpenedDriver;
  readonly agent: string;
  readonly principal: Principal;
  readonly user: InteractionUser;
  readonly accounts: DriverAccounts;
  readonly web: Pick<Egress, 'fetch'>;
  /** Sees each token, before it is used. */
  readonly onToken: (tokens: readonly string[]) => void;
}

/** What is kept for a user. */
interface KeptTokens {
  readonly tokens?: OAuthTokens;
}

/** What is kept for all users of a driver. */
interface KeptClient {
  readonly client?: OAuthClientInformationMixed;
}

/**
 * The account of the user of an interaction at the server of a driver. Tokens of a person are kept sealed, for this
 * driver with these addresses; those of a key, which many may use, are kept by its client, which cannot read them.
 */
export class UserAccount {
  private kept: KeptTokens = {};
  private shared: KeptClient = {};
  private loading: Promise<void> | undefined;

  constructor(private readonly parts: AccountParts) {}

  /** To be awaited before `token`. */
  async load(): Promise<void> {
    this.loading ??= this.read();
    return this.loading;
  }

  get token(): string | undefined {
    return this.kept.tokens?.access_token;
  }

  /**
   * Makes the account usable again: with a new token, or by the user, who signs in.
   *
   * @throws NobodyToAsk, AppError `forbidden` when the user does not sign in, `unavailable`, `invalid_request`
   */
  async renew(challenge: SignInChallenge): Promise<void> {
    const { user } = this.parts;
    const sdk = await import('@modelcontextprotocol/sdk/client/auth.js');
    let state = '';
    let verifier = '';
    let address: URL | undefined;
    let discovery: OAuthDiscoveryState | undefined = givenDiscovery(this.config);
    const provider = oauthProvider(this.config, {
      redirectUrl: oauthCallbackUrl(),
      newState: () => (state = user.newState()),
      client: () => this.shared.client,
      saveClient: async (client) => this.saveClient(client),
      tokens: () => this.kept.tokens,
      saveTokens: async (tokens) => this.saveTokens(tokens),
      lead: (url) => (address = url),
      verifier: () => verifier,
      saveVerifier: (text) => (verifier = text),
      discovery: () => discovery,
      saveDiscovery: (found) => (discovery = found),
    });
    const options = {
      serverUrl: this.config.server_url ?? this.config.uri,
      fetchFn: this.fetch,
      scope: challenge.scope ?? this.config.scope,
      ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    };
    const outcome = await sdk.auth(provider, options).catch(failedSignIn(this.name));
    if (outcome === 'AUTHORIZED') return;
    const url = signInAddress(address, this.name);
    const exchange = async (code: string) => {
      await sdk.auth(provider, { ...options, authorizationCode: code }).catch(failedSignIn(this.name));
    };
    if (!(await user.signIn({ url, state, exchange })))
      throw new AppError('forbidden', `The user did not sign in at the server of ${this.name}`);
  }

  private readonly fetch = new EgressFetch(
    {
      web: { fetch: (...request) => this.parts.web.fetch(...request) },
      timeoutMs: REQUEST_MS,
      silenceMs: REQUEST_MS,
      streamMs: REQUEST_MS,
      // Neither headers nor certificates of the driver are for authorization servers.
      origin: '',
      headers: {},
    },
    { failed: () => undefined, ended: () => undefined },
  ).fetch;

  private get config(): McpHttpConfig {
    // It was checked against this class when it was stored.
    return this.parts.driver.config as unknown as McpHttpConfig;
  }

  private get name(): string {
    return this.parts.driver.identifier;
  }

  /** Whether the caller is one person; others share a key. */
  private get isPerson(): boolean {
    return this.parts.principal.kind === 'user' || this.parts.principal.kind === 'pat';
  }

  private keyOf(user: string): AccountKey {
    const { agent, driver } = this.parts;
    const {
      uri,
      server_url: server,
      auth_server_url: authorization,
      token_endpoint: tokens,
      client_id: client,
    } = this.config;
    const whole = JSON.stringify([uri, server, authorization, tokens, client]);
    return { agent, driver: driver.id, user, server: createHash('sha256').update(whole).digest('base64url') };
  }

  private get ownKey(): AccountKey {
    return this.keyOf(
      `${this.parts.principal.kind === 'pat' ? 'user' : this.parts.principal.kind} ${this.parts.principal.id}`,
    );
  }

  private async read(): Promise<void> {
    const { accounts } = this.parts;
    // Written by this class, and sealed.
    this.shared = (await accounts.find(this.keyOf(''))) as KeptClient;
    const own = this.isPerson ? await accounts.find(this.ownKey) : await this.givenBack();
    // As above.
    this.kept = own as KeptTokens;
    this.noteTokens();
  }

  /** What the client of a key keeps. It is not asked over HTTP. */
  private async givenBack(): Promise<Readonly<Record<string, unknown>>> {
    const { user, accounts } = this.parts;
    try {
      const question = { question: 'Get credentials', get_credentials: { [this.name]: PROVIDER } };
      const answer = await user.askUser({ ...ASKING, ...question, agent_id: this.parts.driver.id });
      const given = objectOfText(answer ?? '', CREDENTIALS_CHARS_MAX)?.existing_credentials;
      const own = isObject(given) ? given[this.name] : undefined;
      const sealed = isObject(own) ? own.sealed : undefined;
      return typeof sealed === 'string' ? accounts.opened(sealed, this.ownKey) : {};
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_request') return {};
      throw error;
    }
  }

  private async saveClient(client: OAuthClientInformationMixed | undefined): Promise<void> {
    this.shared = client ? { client } : {};
    await this.parts.accounts.put(this.keyOf(''), { ...this.shared });
  }

  private async saveTokens(tokens: OAuthTokens | undefined): Promise<void> {
    this.kept = tokens ? { tokens } : {};
    this.noteTokens();
    const { accounts, user } = this.parts;
    if (this.isPerson) return accounts.put(this.ownKey, { ...this.kept });
    if (!tokens) return;
    const credentials = { [this.name]: { type: PROVIDER, sealed: accounts.sealed({ ...this.kept }, this.ownKey) } };
    const question = { question: 'Send credentials', credentials, agent_id: this.parts.driver.id };
    // Whether the client keeps them is its own affair.
    void user.askUser({ ...ASKING, ...question }).catch(() => undefined);
  }

  private noteTokens(): void {
    const { access_token: access, refresh_token: refresh } = this.kept.tokens ?? {};
    this.parts.onToken([access, refresh].filter((token) => token !== undefined));
  }
}

const ASKING = { module: 'oauth', timeout_ms: CREDENTIALS_MS };

/** Never what the server said. */
function failedSignIn(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof AppError) throw error;
    throw new AppError('unavailable', `The user cannot sign in at the server of ${name}`, {}, { cause: error });
  };
}

/** @throws AppError `unavailable` for an address that no browser should open */
function signInAddress(url: URL | undefined, name: string): string {
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href;
  throw new AppError('unavailable', `The server of ${name} has no address where users sign in`);
}

/** Endpoints that the driver names need not be found. */
function givenDiscovery(config: McpHttpConfig): OAuthDiscoveryState | undefined {
  const { auth_server_url: server, authorization_endpoint: authorization, token_endpoint: token, uri } = config;
  const authorizationServerUrl = server ?? new URL(authorization ?? uri).origin;
  if (authorization && token) {
    const authorizationServerMetadata: AuthorizationServerMetadata = {
      issuer: authorizationServerUrl,
      authorization_endpoint: authorization,
      token_endpoint: token,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    };
    return { authorizationServerUrl, authorizationServerMetadata };
  }
  return server ? { authorizationServerUrl } : undefined;
}
