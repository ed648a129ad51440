import type {
  BrowserStep,
  OauthHeaders,
  SignOutPage,
  SignOutPageQuery,
  SignOutQuery,
} from '@lectern/contracts/accounts';
import { Injectable } from '@nestjs/common';
import { stepOf } from './authorizations';
import { issuerUrl } from './issuer-url';
import { Issuers } from './issuers';
import { sendToProvider, cookiesAfter, answeredObject, type ProviderAnswer, formTextsOf } from './provider-call';

const PAGE = '/user/logout';
const DONE = '/oauth2/sessions/logout/success';

/** Signs users out of the authorization server, in one browser. */
@Injectable()
export class SignOut {
  constructor(private readonly issuers: Issuers) {}

  /** @throws AppError `bad_request` for an address that is not registered, or a token that is not ours */
  async begin(query: SignOutQuery, headers: OauthHeaders): Promise<BrowserStep> {
    const asked = await this.ask(query, headers);
    const { isExpected } = formIn(asked);
    if (isExpected) return this.confirm(asked, headers);
    return { location: `${PAGE}?${new URLSearchParams(formTextsOf(query))}`, cookies: asked.cookies };
  }

  async show({ done, ...query }: SignOutPageQuery): Promise<SignOutPage> {
    return { isDone: done === '1', fields: formTextsOf(query) };
  }

  /** From the page. @throws as `begin` */
  async decide(query: SignOutQuery, headers: OauthHeaders): Promise<BrowserStep> {
    return this.confirm(await this.ask(query, headers), headers);
  }

  private async ask(query: SignOutQuery, headers: OauthHeaders): Promise<ProviderAnswer> {
    const issuer = await this.issuers.at(issuerUrl(headers.reached));
    const path = `/oauth2/sessions/logout?${new URLSearchParams(formTextsOf(query))}`;
    const answer = await sendToProvider(issuer, { method: 'GET', path, headers });
    return answer.status === 200 ? answer : unasked(answer);
  }

  private async confirm(asked: ProviderAnswer, headers: OauthHeaders): Promise<BrowserStep> {
    const issuer = await this.issuers.at(issuerUrl(headers.reached));
    const { xsrf } = formIn(asked);
    const answer = await sendToProvider(issuer, {
      method: 'POST',
      path: '/oauth2/sessions/logout/confirm',
      form: { xsrf, logout: 'yes' },
      headers: { ...headers, cookies: cookiesAfter(headers.cookies, asked) },
    });
    const { location, cookies } = stepOf(answer);
    return { location: location.startsWith(DONE) ? `${PAGE}?done=1` : location, cookies };
  }
}

/** The proof that the provider asks for, and whether the user is the one who is expected, or is signed out already. */
function formIn(answer: ProviderAnswer): { readonly xsrf: string; readonly isExpected: boolean } {
  // A browser without a session gets a form that sends itself.
  const [, hidden] = /name="xsrf" value="([0-9a-f]+)"/.exec(answer.text) ?? [];
  if (hidden !== undefined) return { xsrf: hidden, isExpected: true };
  const { xsrf, isExpected } = answeredObject(answer);
  return { xsrf: String(xsrf), isExpected: isExpected === true };
}

function unasked(answer: ProviderAnswer): never {
  stepOf(answer);
  throw new Error('The authorization server neither asked nor unasked');
}
