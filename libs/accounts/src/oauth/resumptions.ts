import type { AuthorizationParams, ContinuationQuery, OauthHeaders } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { Provider } from 'oidc-provider';
import { issuerUrl } from './issuer-url';
import { type Issuer, Issuers } from './issuers';
import { isLoginProof } from './login-proof';
import { cookiesAfter, type ProviderAnswer, sendToProvider } from './provider-call';

/** Where authorizations continue: those of browsers, and those of devices. */
export type ResumedAt = '/oauth2/auth' | '/oauth2/device';

const OVER = 'This sign-in is over, or began in another browser';
const CONFIRM = '/oauth2/sessions/logout/confirm';
/** A form by which the provider signs the user out who was signed in before. */
const SIGN_OUT_FORM = /action="[^"]*\/oauth2\/sessions\/logout\/confirm"[^]*name="xsrf" value="([\w-]+)"/;

/** Continues authorizations after a sign-in or a consent. */
@Injectable()
export class Resumptions {
  constructor(private readonly issuers: Issuers) {}

  /** @throws AppError `bad_request` when it is over, or this browser did not begin it and end its login */
  async resume(
    at: ResumedAt,
    { uid, login_verifier: verifier }: AuthorizationParams & ContinuationQuery,
    headers: OauthHeaders,
  ): Promise<ProviderAnswer> {
    const issuer = await this.issuers.at(issuerUrl(headers.reached));
    const { provider } = issuer;
    if (!isResumed(provider, uid, headers) || !(await isProven(provider, uid, verifier)))
      throw new AppError('bad_request', OVER);
    const request = { method: 'GET', path: `${at}/${encodeURIComponent(uid)}`, headers } as const;
    const answer = await sendToProvider(issuer, request);
    const [, xsrf] = SIGN_OUT_FORM.exec(answer.text) ?? [];
    if (xsrf === undefined) return answer;
    const signedOut = await signOut(issuer, xsrf, { answer, headers });
    const cookies = cookiesAfter(cookiesAfter(headers.cookies, answer), signedOut);
    const resumed = await sendToProvider(issuer, { ...request, headers: { ...headers, cookies } });
    return { ...resumed, cookies: [...answer.cookies, ...signedOut.cookies, ...resumed.cookies] };
  }
}

/** Another user was signed in in this browser, who is signed out first. */
function signOut(
  issuer: Issuer,
  xsrf: string,
  { answer, headers }: { readonly answer: ProviderAnswer; readonly headers: OauthHeaders },
): Promise<ProviderAnswer> {
  const cookies = cookiesAfter(headers.cookies, answer);
  const form = { xsrf, logout: 'yes' };
  return sendToProvider(issuer, { method: 'POST', path: CONFIRM, form, headers: { ...headers, cookies } });
}

/** The provider continues what the cookie names, which must be what the path names. */
function isResumed(provider: Provider, uid: string, { cookies = '' }: OauthHeaders): boolean {
  const name = `${provider.cookieName('resume')}=`;
  const [named, ...more] = cookies.split('; ').filter((pair) => pair.startsWith(name));
  return named === `${name}${uid}` && more.length === 0;
}

/** Whether this browser ended the login that the authorization waits for, where it waits for one. */
async function isProven(provider: Provider, uid: string, verifier: string | undefined): Promise<boolean> {
  const interaction = await provider.Interaction.find(uid);
  if (!interaction) return false;
  const login = interaction.prompt.name === 'login' ? interaction.result?.login : undefined;
  return login === undefined || isLoginProof(verifier, login['verifier']);
}
