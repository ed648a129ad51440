import type { Sent } from '@lectern/client';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import {
  createNuaClient,
  createServiceAccount,
  createServiceAccountKey,
  createTemporalKey,
  type NuaClientPayload,
  type TemporalKeyPayload,
} from '@lectern/contracts/knowledge-box';
import type { KnowledgeBoxClient } from './client';
import { Client } from './client';

export type Credential = Readonly<Record<string, string>>;

export const apiKey = (token: string): Credential => ({ 'x-svc-serviceaccount': `Bearer ${token}` });
export const nuaKey = (token: string): Credential => ({ 'x-svc-nuakey': `Bearer ${token}` });
export const bearer = (token: string): Credential => ({ authorization: `Bearer ${token}` });

/** An API key with the ids to revoke it. */
export interface IssuedKey {
  readonly token: string;
  /** Ids of the service account and of the key. */
  readonly params: { readonly service_account_id: string; readonly key_id: string };
}

export const inOneDay = (): number => Math.floor(Date.now() / 1_000) + 86_400;

export async function issueKey(
  kb: KnowledgeBoxClient,
  role: KnowledgeBoxRole,
  expires: number | string = inOneDay(),
): Promise<IssuedKey> {
  const { id: service_account_id } = await kb.api(createServiceAccount, { body: { title: `a ${role}`, role } });
  const { id, token } = await kb.api(createServiceAccountKey, { params: { service_account_id }, body: { expires } });
  return { token, params: { service_account_id, key_id: id } };
}

/** The same box with this credential. */
export function asCaller(kb: KnowledgeBoxClient, credential: Credential): KnowledgeBoxClient {
  return kb.as(new Client(kb.client.origin, credential));
}

/** The same box for a new service account with this role. */
export async function asRole(kb: KnowledgeBoxClient, role: KnowledgeBoxRole): Promise<KnowledgeBoxClient> {
  return asCaller(kb, apiKey(await kb.key(role)));
}

/** The same box for a temporal key made with an API key's client. */
export async function asTemporal(
  kb: KnowledgeBoxClient,
  body: Sent<TemporalKeyPayload> = {},
): Promise<KnowledgeBoxClient> {
  const { token } = await kb.api(createTemporalKey, { body });
  return asCaller(kb, apiKey(token));
}

/** A NUA key of the box's account, and the id of its client. */
export async function issueNuaKey(
  kb: KnowledgeBoxClient,
  options: Sent<NuaClientPayload> = {},
): Promise<{ readonly token: string; readonly id: string }> {
  const body = { title: 'tests', contact: 'tests@example.org', ...options };
  const { client_id: id, token } = await kb.api(createNuaClient, { body });
  return { token, id };
}
