import type { ProviderSignIn, SignedInTokens } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { accountProvider } from '../factor-demand/factor-demand';
import { type SignInFacts, UserTokens } from '../oauth/user-tokens';
import type { SignInAttemptEntity } from './sign-in-attempt.entity';
import { type NewAttempt, SignInAttempts } from './sign-in-attempts';
import { SignInGrants } from './sign-in-grants';
import { ReturnPages } from './return-pages';

const DESCRIPTION_CHARS_MAX = 300;

/** A sign-in that has begun. */
export interface Started extends Pick<SignInAttemptEntity, 'cameFrom' | 'loginChallenge'> {
  /** Names the attempt, once, for ten minutes. */
  readonly state: string;
}

/** Begins and ends sign-ins at other places. */
@Injectable()
export class SignInCompletion {
  /** Address of this host. */
  readonly host: string;

  constructor(
    private readonly transactions: Transactions,
    private readonly attempts: SignInAttempts,
    private readonly grants: SignInGrants,
    private readonly tokens: UserTokens,
    private readonly returns: ReturnPages,
  ) {
    this.host = returns.host;
  }

  /** Begins an attempt. @throws AppError `invalid_request` for an app that nobody has configured */
  async begin(attempt: NewAttempt, app: string | undefined): Promise<Started> {
    const cameFrom = this.returns.checked(app);
    const state = await this.transactions.run((tx) => this.attempts.begin({ ...attempt, cameFrom }, tx));
    return { state, cameFrom: cameFrom ?? null, loginChallenge: attempt.loginChallenge ?? null };
  }

  /** The page of an app that browsers come back to from a provider. */
  returnAddress(provider: string, cameFrom: string | null): string {
    return this.returns.page(provider, {}, cameFrom).replace(/\?$/, '');
  }

  /** Ends the attempt of a state. @returns undefined when it is unknown, expired or has ended */
  async end(provider: string, state: string | undefined): Promise<SignInAttemptEntity | undefined> {
    return state === undefined ? undefined : this.transactions.run((tx) => this.attempts.end(state, provider, tx));
  }

  /**
   * @returns the page that the browser goes to: with a one-time token, or where the authorization continues
   * @throws AppError `forbidden` when an account of the user demands more
   */
  async completed(attempt: SignInAttemptEntity, userId: string): Promise<string> {
    const { provider, loginChallenge, cameFrom } = attempt;
    if (loginChallenge !== null) {
      const consentUrl = await this.tokens.accept(loginChallenge, userId, factsOf(attempt));
      return this.returns.page(provider, { consent_url: consentUrl });
    }
    await this.tokens.requireEnough(userId, providerOf(attempt));
    const token = await this.transactions.run((tx) => this.grants.give(userId, tx));
    const state = Buffer.from(JSON.stringify({ came_from: cameFrom ?? this.host })).toString('base64');
    return this.returns.page(provider, { token, state }, cameFrom);
  }

  /** Tokens of the user, or where the authorization continues. */
  async answered(attempt: SignInAttemptEntity, userId: string): Promise<ProviderSignIn> {
    const { loginChallenge } = attempt;
    if (loginChallenge !== null)
      return { consent_url: await this.tokens.accept(loginChallenge, userId, factsOf(attempt)) };
    return this.tokens.issue(userId, { signIn: factsOf(attempt) });
  }

  /** The same page, for a sign-in that failed. */
  failed(provider: string, description: string, attempt?: SignInAttemptEntity): string {
    const members = { error: 'oops', error_description: description.slice(0, DESCRIPTION_CHARS_MAX) };
    return this.returns.page(provider, members, attempt?.loginChallenge === null ? attempt.cameFrom : null);
  }

  /** @throws AppError `bad_request` */
  async exchange(token: string): Promise<SignedInTokens> {
    const userId = await this.transactions.run((tx) => this.grants.use(token, tx));
    if (userId === undefined) throw new AppError('bad_request', 'The token is unknown, used or expired: sign in again');
    const { access_token, refresh_token } = await this.tokens.issue(userId, { signIn: { by: 'sso' } });
    return { access_token, refresh_token };
  }
}

/** Providers of accounts have names of their own. */
function providerOf({ provider, accountId }: SignInAttemptEntity): string {
  return accountId === null ? provider : accountProvider(accountId);
}

function factsOf(attempt: SignInAttemptEntity): SignInFacts {
  return { by: 'sso', provider: providerOf(attempt) };
}
