import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { CONSOLE_CLIENT } from './first-party';
import { issuerUrl } from './issuer-url';
import { Issuers } from './issuers';
import { recordHash } from './oauth-adapter';
import { OauthKeys } from './oauth-keys';
import { answeredObject, sendToProvider } from './provider-call';
import { readAccessToken } from './user-access-token';

export const NOT_AN_AUTHORIZATION = 'This sign-in was completed before, took too long or is unknown. Sign in again';

/** A code with which the authorization server sent a browser back to the console. */
export interface ReturnedCode {
  readonly code: string;
  readonly verifier: string;
  /** Scheme, host and port of the authorization server. */
  readonly origin?: string;
  /** Those to which the browser was sent back: another host where the console is one of a zone. */
  readonly returnedTo?: string;
}

/** Who signed in, and the sign-in of the browser, by the hash of its name. */
export interface Redeemed {
  readonly userId: string;
  readonly browserHash?: Buffer;
  /** When the user proved who they are, in Unix seconds. */
  readonly verifiedAt?: number;
}

/** Redeems codes for the console, whose sessions need no tokens. */
@Injectable()
export class CodeExchange {
  constructor(
    private readonly issuers: Issuers,
    private readonly keys: OauthKeys,
  ) {}

  /** @throws AppError `unauthorized` */
  async redeem({ code, verifier, origin, returnedTo }: ReturnedCode): Promise<Redeemed> {
    const issuer = await this.issuers.at(issuerUrl(origin));
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${returnedTo ?? issuer.url}/user/callback`,
      client_id: CONSOLE_CLIENT,
      code_verifier: verifier,
    };
    const answer = await sendToProvider(issuer, { method: 'POST', path: '/oauth2/token', form, headers: {} });
    if (answer.status >= 500) throw new AppError('internal', 'The authorization server failed');
    if (answer.status !== 200) throw new AppError('unauthorized', NOT_AN_AUTHORIZATION);
    const { access_token: token } = answeredObject(answer);
    const { jti, sub, verifiedAt } = await readAccessToken(String(token), await this.keys.signer());
    const { AccessToken, Grant } = issuer.provider;
    const given = await AccessToken.find(jti);
    // The session takes the place of the tokens, so nothing else may use them.
    await Promise.all([given?.destroy(), Grant.find(given?.grantId ?? '').then((grant) => grant?.destroy())]);
    return {
      userId: sub,
      ...(verifiedAt !== undefined && { verifiedAt }),
      ...(given?.sessionUid !== undefined && { browserHash: recordHash(given.sessionUid) }),
    };
  }
}
