import { createHash, randomBytes } from 'node:crypto';
import type { OauthHeaders } from '@lectern/contracts/accounts';
import { Injectable } from '@nestjs/common';
import { CONSOLE_CLIENT } from './first-party';
import { issuerUrl } from './issuer-url';
import { Issuers } from './issuers';

/** Who is signed in at the authorization server, in one browser. */
export interface BrowserSession {
  readonly userId: string;
  /** When the user last proved who they are, in Unix seconds. */
  readonly verifiedAt: number;
}

/** Sessions of browsers at the authorization server, for pages of this host. */
@Injectable()
export class BrowserSessions {
  constructor(private readonly issuers: Issuers) {}

  async find(headers: OauthHeaders): Promise<BrowserSession | undefined> {
    const { provider } = await this.issuers.at(issuerUrl(headers.reached));
    const session = await provider.Session.find(cookieIn(headers, provider.cookieName('session')));
    return session?.accountId ? { userId: session.accountId, verifiedAt: session.loginTs ?? 0 } : undefined;
  }
}

/**
 * Where the browser signs in to come back to a page of this host. The code of this authorization is for nobody: the
 * page needs the session only.
 *
 * @param page a path that the client of the console has registered
 */
export function signInFor(page: string, { reached }: OauthHeaders, isAgain = false): string {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: CONSOLE_CLIENT,
    redirect_uri: `${issuerUrl(reached)}${page}`,
    scope: 'openid',
    state: 'token',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(isAgain && { prompt: 'login', max_age: '0' }),
  });
  return `/oauth2/auth?${parameters}`;
}

/** The value of a cookie; empty without one. */
export function cookieIn({ cookies = '' }: OauthHeaders, name: string): string {
  const pair = cookies.split('; ').find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? '';
}
