import type { OauthHeaders, TokenPage, TokenPageQuery } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { BrowserSessions, signInFor } from './browser-sessions';
import { issuerUrl } from './issuer-url';
import { LIFETIMES_S } from './provider-configuration';
import { UserTokens } from './user-tokens';

/** Shows users a token of theirs. */
@Injectable()
export class TokenPages {
  constructor(
    private readonly sessions: BrowserSessions,
    private readonly tokens: UserTokens,
  ) {}

  /** @throws AppError `bad_request` when the sign-in failed */
  async show(query: TokenPageQuery, headers: OauthHeaders): Promise<TokenPage> {
    if (query.error !== undefined) throw new AppError('bad_request', query.error_description ?? query.error);
    const session = await this.sessions.find(headers);
    if (!session) return { location: signInFor('/redirect', headers) };
    const verifiedAt = new Date(session.verifiedAt * 1_000);
    const options = { issuer: issuerUrl(headers.reached), verifiedAt };
    const { access_token: token } = await this.tokens.issue(session.userId, options);
    return { token, expires: new Date(Date.now() + LIFETIMES_S.AccessToken * 1_000).toISOString() };
  }
}
