import { configSlice, list } from '@lectern/config';
import type { ClientMetadata } from 'oidc-provider';

/** Ports of the machine of a user at which the command line waits for its code. */
const CLI_PORTS = Array.from({ length: 10 }, (_, index) => 18_765 + index);
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
const APP = /^([a-zA-Z0-9._-]{1,100})=(https?:\/\/[^/?#\s]+)\/?$/;

/** The client of the console, and of tokens that are given without an application. */
export const CONSOLE_CLIENT = 'console';
/** The client of the command line. */
export const CLI_CLIENT = 'cli';

export const oauthSlice = configSlice('oauth', {
  OAUTH_APPS: list({
    doc:
      'web apps of the deployment that sign in with this authorization server, without asking users for consent: ' +
      'client id and origin, as dashboard=https://app.example.org; codes go to /user/callback of the origin',
    fallback: '',
  }),
});

/** Whose the clients of a deployment are. */
interface Parties {
  readonly issuer: string;
  /** Origins of the zones elsewhere, each of which serves the console. */
  readonly zones: readonly string[];
  /** As in `OAUTH_APPS`. */
  readonly apps: readonly string[];
}

/** Clients of the deployment itself, which users need not allow anything. */
export function firstPartyClients({ issuer, zones, apps }: Parties): readonly ClientMetadata[] {
  const own = appClient(CONSOLE_CLIENT, 'Lectern', issuer);
  // Pages of this host: the one that shows a token, and the one about sign-ins.
  const pages = [`${issuer}/redirect`, `${issuer}/user/security`];
  const ofZones = zones.filter((origin) => origin !== issuer).map(callbackOf);
  const console_ = { ...own, redirect_uris: [...(own.redirect_uris ?? []), ...pages, ...ofZones] };
  const configured = apps.map((app) => {
    const [, id, origin] = APP.exec(app) ?? [];
    if (id === undefined || origin === undefined)
      throw new Error(`OAUTH_APPS: ${app} is not a client id and an origin, such as dashboard=https://app.example.org`);
    return appClient(id, id, origin);
  });
  return [console_, cliClient(), ...configured];
}

/** Ids of the same. */
export function firstPartyIds(apps: readonly string[]): ReadonlySet<string> {
  return new Set(firstPartyClients({ issuer: '', zones: [], apps }).map(({ client_id }) => client_id));
}

function appClient(id: string, name: string, origin: string): ClientMetadata {
  return {
    ...ofDeployment(id, name),
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [callbackOf(origin)],
    post_logout_redirect_uris: [origin, `${origin}/`, `${origin}/user/login`, `${origin}/user/logout`],
  };
}

function callbackOf(origin: string): string {
  return `${origin}/user/callback`;
}

function cliClient(): ClientMetadata {
  return {
    ...ofDeployment(CLI_CLIENT, 'Lectern CLI'),
    grant_types: ['authorization_code', 'refresh_token', DEVICE_CODE],
    redirect_uris: CLI_PORTS.map((port) => `http://127.0.0.1:${port}/callback`),
  };
}

function ofDeployment(id: string, name: string): ClientMetadata {
  return { client_id: id, client_name: name, token_endpoint_auth_method: 'none', response_types: ['code'] };
}
