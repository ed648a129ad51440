import { createHash, randomBytes } from 'node:crypto';
import { setOwnPassword } from '@lectern/contracts/accounts';
import { conformingFetch } from './conformance';
import { caller, type Mode, server } from './modes';
import { PlainBrowser, type Shown } from './plain-browser';
import { newUser, type User } from './users';

export const PASSWORD = 'Tides-and-moons-1837!';

/** An answer of the authorization server. */
export interface OauthReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A user with a password. */
export async function newPerson(mode: Mode): Promise<User> {
  const user = await newUser(mode);
  await caller(mode, user.credential).api.call(setOwnPassword, { body: { password: PASSWORD } });
  return user;
}

/** An application that signs users in, and the browser of one of them. */
export class OauthClient {
  readonly origin: string;
  readonly browser: PlainBrowser;
  readonly verifier = randomBytes(32).toString('base64url');
  readonly state = Buffer.from(JSON.stringify({ came_from: 'https://app.example' })).toString('base64');

  constructor(
    mode: Mode,
    readonly clientId = 'console',
    private readonly callback?: string,
  ) {
    this.origin = server(mode).origin;
    this.browser = new PlainBrowser(this.origin);
  }

  get redirectUri(): string {
    return this.callback ?? `${this.origin}/user/callback`;
  }

  /** Address of the authorization. */
  authorization(more: Readonly<Record<string, string>> = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      scope: 'openid offline_access',
      state: this.state,
      nonce: 'n-1',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    };
    return `/oauth2/auth?${new URLSearchParams(parameters)}`;
  }

  /** Follows the browser until a code arrives, signing the user in where a page asks. */
  async signIn({ email }: User, more: Readonly<Record<string, string>> = {}): Promise<Shown> {
    const page = await this.browser.open(this.authorization(more));
    if (page.url.pathname !== '/user/login') return page;
    return this.browser.submit(page, { username: email, password: PASSWORD });
  }

  /** Sends a form to the authorization server. */
  async post(path: string, fields: Readonly<Record<string, string>>, headers = {}): Promise<OauthReply> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async send(path: string, init: RequestInit = {}): Promise<OauthReply> {
    const answer = await conformingFetch(new URL(path, this.origin), { ...init, redirect: 'manual' });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) };
  }

  exchange(code: string, more: Readonly<Record<string, string>> = {}): Promise<OauthReply> {
    return this.post('/oauth2/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      client_id: this.clientId,
      code_verifier: this.verifier,
      ...more,
    });
  }

  refresh(token: unknown): Promise<OauthReply> {
    const fields = { grant_type: 'refresh_token', client_id: this.clientId, refresh_token: String(token) };
    return this.post('/oauth2/token', fields);
  }

  /** Status of the cheapest request with an access token. */
  async statusWith(token: unknown): Promise<number> {
    return (await this.send('/api/v1/user', { headers: { authorization: `Bearer ${String(token)}` } })).status;
  }
}

/** The code in the address that a browser was led to. */
export function codeIn({ url }: Shown): string {
  return url.searchParams.get('code') ?? `no code at ${url.href}`;
}

/** The claims of a JWT, which are not verified. */
export function claimsOf(token: unknown): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
}
