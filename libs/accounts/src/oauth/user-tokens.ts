import { deployment } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { noteAct } from '../audit-log/note-act';
import { requireNoCode } from '../factor-demand/factor-demand';
import { SignInSteps } from '../second-factor/sign-in-steps';
import { UserEntity } from '../user/user.entity';
import { CONSOLE_CLIENT } from './first-party';
import { type Issuer, Issuers } from './issuers';
import { newLoginProof } from './login-proof';
import { tellProof } from './provider-configuration';
import { OFFLINE_INSIDE } from './scopes';
import { stepAddress } from './waiting-challenge';

/** Access and refresh token of a user. */
export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Circumstances under which a user gets tokens. */
export interface IssueOptions {
  /** When the user proved who they are; default now. */
  readonly verifiedAt?: Date;
  /** Of the login that waits: the tokens are for its application. Default: for the console. */
  readonly challenge?: string;
  /** Scheme, host and port by which the caller reached us; default `PUBLIC_URL`. */
  readonly issuer?: string;
  /** Of somebody who signs in now: how, and from where. */
  readonly signIn?: SignInFacts;
}

/** How somebody signed in, for the audit log. */
export interface SignInFacts {
  /** As in `amr`: `pwd`, `mfa`, `sso`; `link` for a link of a mail. */
  readonly by: string;
  /** Network of the browser. */
  readonly network?: string;
  /** Where, for a sign-in elsewhere: `saml:<account>`, or the name of a provider. */
  readonly provider?: string;
}

const SCOPE = `openid ${OFFLINE_INSIDE} profile email`;

/** Gives people who have signed in what the authorization server has for them. */
@Injectable()
export class UserTokens {
  constructor(
    private readonly issuers: Issuers,
    private readonly transactions: Transactions,
    private readonly steps: SignInSteps,
  ) {}

  /** Tokens of a user who has just signed in. @throws AppError `forbidden` when an account demands more */
  async issue(userId: string, options: IssueOptions = {}): Promise<TokenPair> {
    const { verifiedAt = new Date(), challenge, issuer, signIn } = options;
    const at = await this.at(issuer);
    const { provider } = at;
    if (signIn?.provider !== undefined) await this.requireEnough(userId, signIn.provider);
    const client = await provider.Client.find(await this.clientOf(challenge, at));
    if (!client) throw new Error('The client of the console is not configured');
    const { clientId } = client;
    const grant = new provider.Grant({ accountId: userId, clientId });
    grant.addOIDCScope(SCOPE);
    const grantId = await grant.save();
    const authTime = Math.floor(verifiedAt.getTime() / 1_000);
    const shared = { accountId: userId, client, grantId, scope: SCOPE, gty: 'authorization_code' };
    const refresh = new provider.RefreshToken({ ...shared, authTime });
    const access = new provider.AccessToken(shared);
    tellProof(access, authTime);
    const [refresh_token, access_token] = await Promise.all([refresh.save(), access.save()]);
    if (signIn) await this.note(userId, signIn);
    return { access_token, refresh_token };
  }

  /**
   * Ends the login that an authorization waits for.
   *
   * @returns the address that continues the authorization, in the browser that began it and for who has this address;
   * for a sign-in elsewhere of somebody who needs a code as well, that of the page for codes
   * @throws AppError `not_found` for a challenge that no login waits for, `forbidden` when an account demands more
   */
  async accept(challenge: string, userId: string, facts: SignInFacts): Promise<string> {
    const { by, network } = facts;
    const { provider, url } = await this.at();
    const interaction = await provider.Interaction.find(challenge);
    if (interaction?.prompt.name !== 'login') throw unknownChallenge();
    const step = facts.provider === undefined ? undefined : await this.steps.begin(userId, challenge, facts.provider);
    if (step !== undefined) return `${url}${stepAddress(challenge, step)}`;
    const ts = Math.floor(Date.now() / 1_000);
    const { hash: verifier, location } = newLoginProof(interaction.returnTo);
    interaction.result = { ...interaction.lastSubmission, login: { accountId: userId, ts, amr: [by], verifier } };
    await interaction.persist();
    await this.note(userId, { by, network });
    return location;
  }

  /** For sign-ins at a provider that cannot ask for a code. @throws AppError `forbidden` when one is needed */
  async requireEnough(userId: string, provider: string): Promise<void> {
    await this.transactions.read((tx) => requireNoCode(userId, provider, tx));
  }

  private async note(id: string, { by, network: address }: SignInFacts): Promise<void> {
    await this.transactions.run(async (tx) => {
      await tx.update(UserEntity, { id }, { lastLogin: new Date() });
      const principal = { kind: 'user', id, ...(address && { address }) } as const;
      await noteAct({ action: 'signed_in', principal, user: id, details: { by } }, tx);
    });
  }

  private async clientOf(challenge: string | undefined, { provider }: Issuer): Promise<string> {
    if (challenge === undefined) return CONSOLE_CLIENT;
    const interaction = await provider.Interaction.find(challenge);
    const { client_id: clientId } = interaction?.params ?? {};
    if (typeof clientId !== 'string') throw unknownChallenge();
    return clientId;
  }

  private at(issuer = deployment().publicUrl): Promise<Issuer> {
    return this.issuers.at(issuer);
  }
}

function unknownChallenge(): AppError {
  return new AppError('not_found', 'login_challenge_expired_or_invalid');
}
