import type { ReturnPage, ReturnQuery } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { ProviderSignInService } from '../sign-in-provider/provider-sign-in.service';
import { SignInCompletion } from '../single-sign-on/sign-in-completion';

const NO_APP = 'This sign-in belongs to no application. Start at the sign-in page of one';
const FAILED = 'The sign-in failed';
const DENIED = 'The sign-in was cancelled or refused';
const PROBLEM_CHARS_MAX = 300;

/** Ends sign-ins elsewhere for apps without a page of their own. */
@Injectable()
export class SignInReturnService {
  constructor(
    private readonly providers: ProviderSignInService,
    private readonly completion: SignInCompletion,
  ) {}

  /** @throws AppError `bad_request`, and as `ProviderSignInService.complete` */
  async arrive(provider: string, query: ReturnQuery): Promise<ReturnPage> {
    const { error, error_description: description, consent_url: consentUrl, code, state = '', iss } = query;
    if (error !== undefined) throw failedSignIn(description ?? (error === 'access_denied' ? DENIED : error || FAILED));
    if (consentUrl !== undefined) return this.continued(consentUrl);
    if (code === undefined) throw failedSignIn(query.token === undefined ? FAILED : NO_APP);
    const attempt = attemptIn(state);
    if (attempt === undefined) throw failedSignIn(FAILED);
    const signedIn = await this.providers.complete(provider, attempt, { code, ...(iss !== undefined && { iss }) });
    if (signedIn.consent_url === undefined) throw failedSignIn(NO_APP);
    return this.continued(signedIn.consent_url);
  }

  /** Only this origin continues authorizations. */
  private continued(address: string): ReturnPage {
    const url = URL.parse(address, this.completion.host);
    if (url?.origin !== new URL(this.completion.host).origin) throw failedSignIn(FAILED);
    return { location: `${url.pathname}${url.search}` };
  }
}

function failedSignIn(problem: string): AppError {
  return new AppError('bad_request', problem.slice(0, PROBLEM_CHARS_MAX));
}

/** The attempt in the state of `ProviderSignInService.start`. */
function attemptIn(state: string): string | undefined {
  try {
    const { login_url }: { readonly login_url?: unknown } = JSON.parse(Buffer.from(state, 'base64').toString('utf8'));
    return URL.parse(String(login_url))?.searchParams.get('attempt') ?? undefined;
  } catch {
    return undefined;
  }
}
