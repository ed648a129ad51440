import { createHash, randomBytes } from 'node:crypto';
import type { OauthHeaders, TokenPage, TokenPageQuery } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { CONSOLE_CLIENT } from './first-party';
import { issuerUrl } from './issuer-url';
import { Issuers } from './issuers';
import { LIFETIMES_S } from './provider-configuration';
import { UserTokens } from './user-tokens';

/** Shows users a token of theirs. */
@Injectable()
export class TokenPages {
  constructor(
    private readonly issuers: Issuers,
    private readonly tokens: UserTokens,
  ) {}

  /** @throws AppError `bad_request` when the sign-in failed */
  async show(query: TokenPageQuery, headers: OauthHeaders): Promise<TokenPage> {
    if (query.error !== undefined) throw new AppError('bad_request', query.error_description ?? query.error);
    const url = issuerUrl(headers.reached);
    const { provider } = await this.issuers.at(url);
    const session = await provider.Session.find(cookieIn(headers, provider.cookieName('session')));
    if (!session?.accountId) return { location: signInAt(url) };
    const verifiedAt = new Date((session.loginTs ?? 0) * 1_000);
    const { access_token: token } = await this.tokens.issue(session.accountId, { issuer: url, verifiedAt });
    return { token, expires: new Date(Date.now() + LIFETIMES_S.AccessToken * 1_000).toISOString() };
  }
}

/** The code of this authorization is for nobody: the page needs the session only. */
function signInAt(url: string): string {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: CONSOLE_CLIENT,
    redirect_uri: `${url}/redirect`,
    scope: 'openid',
    state: 'token',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `/oauth2/auth?${parameters}`;
}

function cookieIn({ cookies = '' }: OauthHeaders, name: string): string {
  const pair = cookies.split('; ').find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? '';
}
