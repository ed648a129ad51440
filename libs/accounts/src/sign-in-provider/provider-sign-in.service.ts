import { readConfig } from '@lectern/config';
import type {
  ProviderAnswer,
  ProviderSignIn,
  ProviderStart,
  SignInAddress,
  SignInProviderList,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { SignInCompletion } from '../single-sign-on/sign-in-completion';
import type { SignInAttemptEntity } from '../single-sign-on/sign-in-attempt.entity';
import { type AttemptSecrets, ProviderClients } from './provider-clients';
import { personOf } from './provider-person';
import { type ProviderSettings, providersIn } from '../provider-settings/provider-settings';
import { ProviderUsers } from './provider-users';
import { signInProviderSlice } from '../provider-settings/sign-in-provider.config';

/** Sign-ins with the providers of the deployment. */
@Injectable()
export class ProviderSignInService {
  private readonly providers = providersIn(readConfig(signInProviderSlice).SIGN_IN_PROVIDERS);

  constructor(
    private readonly clients: ProviderClients,
    private readonly users: ProviderUsers,
    private readonly completion: SignInCompletion,
  ) {}

  async list(): Promise<SignInProviderList> {
    return { providers: this.providers.map(({ name, title }) => ({ name, title })) };
  }

  /** @throws AppError `not_found`, `invalid_request`, `unavailable` */
  async start(name: string, { came_from, login_challenge }: ProviderStart): Promise<SignInAddress> {
    const settings = this.get(name);
    const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()];
    const secrets: AttemptSecrets = { nonce, verifier };
    const started = await this.completion.begin(
      { provider: name, accountId: null, check: JSON.stringify(secrets), loginChallenge: login_challenge },
      came_from,
    );
    const state = this.stateOf(name, started.state, started);
    const to = await this.clients.authorizationAddress(settings, {
      redirect_uri: this.completion.returnAddress(name, started.cameFrom),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(settings.kind === 'openid' && { nonce }),
    });
    return { to };
  }

  /** @throws AppError `bad_request`, `forbidden`, `precondition_failed`, `not_found`, `unavailable` */
  async complete(name: string, attemptName: string, answer: ProviderAnswer): Promise<ProviderSignIn> {
    const settings = this.get(name);
    const attempt = await this.completion.end(name, attemptName);
    const isOther = answer.login_challenge !== undefined && answer.login_challenge !== attempt?.loginChallenge;
    if (!attempt || isOther)
      throw new AppError('bad_request', 'This sign-in did not begin here, has ended, or took more than ten minutes');
    const returned = this.returned(attempt, attemptName, { settings, answer });
    // It was written by `start`.
    const secrets = JSON.parse(attempt.check) as AttemptSecrets;
    const person = personOf(await this.clients.claimsFor(settings, returned, secrets), settings);
    return this.completion.answered(attempt, await this.users.signIn(person, settings));
  }

  private get(name: string): ProviderSettings {
    const found = this.providers.find((provider) => provider.name === name);
    if (!found) throw new AppError('not_found', `This deployment has no sign-in provider ${name}`);
    return found;
  }

  /** The address that the browser came back to. The attempt belongs to one provider, and so does the return page. */
  private returned(
    { cameFrom, loginChallenge }: SignInAttemptEntity,
    attempt: string,
    { settings, answer }: { readonly settings: ProviderSettings; readonly answer: ProviderAnswer },
  ): URL {
    const url = new URL(this.completion.returnAddress(settings.name, cameFrom));
    url.searchParams.set('code', answer.code);
    url.searchParams.set('state', this.stateOf(settings.name, attempt, { cameFrom, loginChallenge }));
    url.searchParams.set('iss', answer.iss ?? settings.issuer);
    return url;
  }

  private stateOf(
    name: string,
    attempt: string,
    { cameFrom, loginChallenge }: Pick<SignInAttemptEntity, 'cameFrom' | 'loginChallenge'>,
  ): string {
    const { host } = this.completion;
    const state = {
      login_url: `${host}/api/auth/${name}/login?attempt=${attempt}`,
      came_from: cameFrom ?? host,
      ...(loginChallenge !== null && { login_challenge: loginChallenge }),
    };
    return Buffer.from(JSON.stringify(state)).toString('base64');
  }
}
