import { type Continuation, type OauthHeaders, TOO_MANY } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import type { Client, Provider } from 'oidc-provider';
import { issuerUrl } from './issuer-url';
import type { Issuer, Issuers } from './issuers';

type Interaction = InstanceType<Provider['Interaction']>;

/** A login or consent that an authorization waits for. */
export interface WaitingChallenge {
  readonly issuer: Issuer;
  readonly interaction: Interaction;
  readonly client: Client;
}

/** @throws AppError `not_found` */
export async function waitingChallenge(
  issuers: Issuers,
  kind: 'login' | 'consent',
  { challenge, headers }: { readonly challenge: string; readonly headers: OauthHeaders },
): Promise<WaitingChallenge> {
  const issuer = await issuers.at(issuerUrl(headers.reached));
  const interaction = await issuer.provider.Interaction.find(challenge);
  if (interaction?.prompt.name !== kind) throw unknownChallenge(kind);
  const client = await issuer.provider.Client.find(String(interaction.params['client_id']));
  if (!client) throw unknownChallenge(kind);
  return { issuer, interaction, client };
}

export function unknownChallenge(kind: 'login' | 'consent'): AppError {
  return new AppError('not_found', `No authorization waits for this ${kind}`);
}

export function clientTitle({ clientName, clientId }: Client): string {
  return clientName ?? clientId;
}

/** Back to a page, with what went wrong. @throws what is no refusal, such as a full disk */
export function backToPage(
  page: string,
  parameters: Readonly<Record<string, string>>,
  ...[code, error]: readonly [code: string, error: unknown]
): Continuation {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const problem = error.code === 'rate_limited' ? TOO_MANY : code;
  const description = error.message;
  const query = new URLSearchParams({ ...parameters, error: problem, error_description: description });
  return { location: `${page}?${query}` };
}

/** Where a code is entered. */
export function stepAddress(login_challenge: string, step: string): string {
  return `/user/login?${new URLSearchParams({ login_challenge, step })}`;
}

/** A path of the issuer. */
export function pathInside(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}
