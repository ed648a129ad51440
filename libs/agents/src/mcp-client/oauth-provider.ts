import type { McpHttpConfig } from '@lectern/contracts/agents';
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

/** Where a sign-in keeps what it needs. */
export interface SignInStore {
  readonly redirectUrl: string;
  readonly newState: () => string;
  readonly client: () => OAuthClientInformationMixed | undefined;
  readonly saveClient: (client: OAuthClientInformationMixed | undefined) => Promise<void>;
  readonly tokens: () => OAuthTokens | undefined;
  readonly saveTokens: (tokens: OAuthTokens | undefined) => Promise<void>;
  /** Takes the address where the user signs in. */
  readonly lead: (url: URL) => void;
  readonly verifier: () => string;
  readonly saveVerifier: (verifier: string) => void;
  readonly discovery: () => OAuthDiscoveryState | undefined;
  readonly saveDiscovery: (discovery: OAuthDiscoveryState) => void;
}

/** What the SDK asks while a user signs in at the server of a driver. */
export function oauthProvider(config: McpHttpConfig, store: SignInStore): OAuthClientProvider {
  const { client_id: id, client_secret: secret, pkce, scope, grant_types: grants, response_types: responses } = config;
  const own = id ? { client_id: id, ...(secret && { client_secret: secret }) } : undefined;
  const { redirectUrl } = store;
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'Lectern',
      redirect_uris: [redirectUrl],
      grant_types: grants.length > 0 ? grants : ['authorization_code', 'refresh_token'],
      response_types: responses.length > 0 ? responses : ['code'],
      token_endpoint_auth_method: 'none',
      scope,
    },
    state: () => store.newState(),
    clientInformation: () => own ?? store.client(),
    saveClientInformation: async (client) => {
      // One that the driver names is not registered.
      if (!own) await store.saveClient(client);
    },
    tokens: () => store.tokens(),
    saveTokens: (tokens) => store.saveTokens(tokens),
    redirectToAuthorization: (url) => {
      if (!pkce) for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
      store.lead(url);
    },
    saveCodeVerifier: (verifier) => store.saveVerifier(verifier),
    codeVerifier: () => store.verifier(),
    saveDiscoveryState: (discovery) => store.saveDiscovery(discovery),
    discoveryState: () => store.discovery(),
    invalidateCredentials: async (what) => {
      if (what === 'all' || what === 'client') await store.saveClient(undefined);
      if (what === 'all' || what === 'tokens') await store.saveTokens(undefined);
    },
  };
}
