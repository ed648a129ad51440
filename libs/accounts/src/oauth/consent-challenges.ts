import type {
  ConsentForm,
  ConsentInfo,
  ConsentPage,
  ConsentPageQuery,
  ConsentQuery,
  Continuation,
  OauthHeaders,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { UserRepository } from '../user/user.repository';
import { Issuers } from './issuers';
import { readOauthState } from './oauth-state';
import { scopeInside, scopeOutside } from './scopes';
import {
  backToPage,
  clientTitle,
  pathInside,
  unknownChallenge,
  type WaitingChallenge,
  waitingChallenge,
} from './waiting-challenge';

/** Consents that authorizations wait for. */
@Injectable()
export class ConsentChallenges {
  constructor(
    private readonly issuers: Issuers,
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
  ) {}

  /** @throws AppError `not_found` */
  async consent({ consent_challenge }: ConsentQuery, headers: OauthHeaders): Promise<ConsentInfo> {
    const { issuer, interaction, client } = await this.waiting(consent_challenge, headers);
    const userId = interaction.session?.accountId ?? '';
    const user = await this.transactions.read((tx) => this.users.findLiving(userId, tx));
    if (!user) throw unknownChallenge('consent');
    const { cameFrom } = readOauthState(interaction.params['state']);
    return {
      user_id: user.id,
      user_email: user.email,
      user_name: user.name,
      client_id: client.clientId,
      client_name: clientTitle(client),
      requested_scope: requestedScopes(interaction),
      skip_consent: issuer.isFirstParty(client.clientId),
      ...(cameFrom !== undefined && { came_from: cameFrom }),
    };
  }

  /** Leads on, or back to the page. */
  async submitConsent(form: ConsentForm, headers: OauthHeaders): Promise<Continuation> {
    const { consent_challenge: challenge, grant_scope: chosen, reject } = form;
    try {
      const { issuer, interaction, client } = await this.waiting(challenge, headers);
      if (reject === 'true')
        interaction.result = { error: 'access_denied', error_description: 'The user refused the access' };
      else {
        const grantId = await grantOf({ issuer, interaction, client }, chosen);
        interaction.result = { ...interaction.lastSubmission, consent: { grantId } };
      }
      await interaction.persist();
      return { location: pathInside(interaction.returnTo) };
    } catch (error) {
      return backToPage('/user/consent', {}, 'unknown_consent_challenge', error);
    }
  }

  async consentPage({ consent_challenge, error }: ConsentPageQuery, headers: OauthHeaders): Promise<ConsentPage> {
    if (consent_challenge === undefined) return { ...(error && { error }) };
    try {
      const info = await this.consent({ consent_challenge }, headers);
      const { interaction } = await this.waiting(consent_challenge, headers);
      const { redirect_uri: to } = interaction.params;
      const host = typeof to === 'string' && URL.canParse(to) ? new URL(to).host || to : undefined;
      return { challenge: consent_challenge, info, ...(host !== undefined && { host }) };
    } catch (failure) {
      if (failure instanceof AppError) return { error: 'unknown_consent_challenge' };
      throw failure;
    }
  }

  private waiting(challenge: string, headers: OauthHeaders): Promise<WaitingChallenge> {
    return waitingChallenge(this.issuers, 'consent', { challenge, headers });
  }
}

/** What the user allows, added to what was allowed before. @returns the id of the grant */
async function grantOf({ issuer, interaction, client }: WaitingChallenge, chosen: readonly string[]): Promise<string> {
  const { provider } = issuer;
  const accountId = interaction.session?.accountId;
  const known = interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId);
  const grant = known ?? new provider.Grant({ accountId, clientId: client.clientId });
  const asked = requestedScopes(interaction);
  // Nothing can be granted that was not asked for.
  const granted = asked.filter((scope) => chosen.includes(scope));
  const rejected = asked.filter((scope) => !chosen.includes(scope));
  const allowed = granted.map(scopeInside);
  // What the user refused before may be allowed now; the provider would keep it refused.
  const before = grant.getRejectedOIDCScope().split(' ').filter(Boolean);
  const refused = [...before.filter((scope) => !allowed.includes(scope)), ...rejected.map(scopeInside)];
  grant.rejected = {};
  if (allowed.length > 0) grant.addOIDCScope(allowed);
  if (refused.length > 0) grant.rejectOIDCScope(refused);
  if (granted.includes('profile')) grant.addOIDCClaims(['name', 'locale']);
  if (granted.includes('email')) grant.addOIDCClaims(['email', 'email_verified']);
  return grant.save();
}

function requestedScopes({ params }: WaitingChallenge['interaction']): string[] {
  const { scope } = params;
  return typeof scope === 'string' ? scopeOutside(scope).split(' ').filter(Boolean) : [];
}
