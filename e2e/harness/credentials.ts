import type { KnowledgeBoxClient } from './client';
import { Client } from './client';

export type Credential = Readonly<Record<string, string>>;

export const apiKey = (token: string): Credential => ({ 'x-svc-serviceaccount': `Bearer ${token}` });
export const nuaKey = (token: string): Credential => ({ 'x-svc-nuakey': `Bearer ${token}` });
export const bearer = (token: string): Credential => ({ authorization: `Bearer ${token}` });

/** An API key with what is needed to revoke it. */
export interface IssuedKey {
  readonly token: string;
  /** Path of the service account. */
  readonly servicePath: string;
  /** Path of the key. */
  readonly path: string;
}

export const inOneDay = (): number => Math.floor(Date.now() / 1_000) + 86_400;

export async function issueKey(
  kb: KnowledgeBoxClient,
  role: string,
  expires: unknown = inOneDay(),
): Promise<IssuedKey> {
  const body = { title: `a ${role}`, role };
  const account = await kb.client.call<{ id: string }>('POST', `${kb.accountPath}/service_accounts`, { body });
  const servicePath = `${kb.accountPath}/service_account/${account.id}`;
  const key = await kb.client.call<{ id: string; token: string }>('POST', `${servicePath}/keys`, { body: { expires } });
  return { token: key.token, servicePath, path: `${servicePath}/key/${key.id}` };
}

/** The same box with this credential. */
export function asCaller(kb: KnowledgeBoxClient, credential: Credential): KnowledgeBoxClient {
  return kb.as(new Client(kb.client.origin, credential));
}

/** The same box for a new service account with this role. */
export async function asRole(kb: KnowledgeBoxClient, role: string): Promise<KnowledgeBoxClient> {
  return asCaller(kb, apiKey(await kb.key(role)));
}

/** The same box for a temporal key made with an API key's client. */
export async function asTemporal(kb: KnowledgeBoxClient, body: object = {}): Promise<KnowledgeBoxClient> {
  const { token } = await kb.client.call<{ token: string }>('POST', '/service_account_temporal_key', { body });
  return asCaller(kb, apiKey(token));
}

/** A NUA key of the box's account. */
export async function issueNuaKey(
  kb: KnowledgeBoxClient,
  options: object = {},
): Promise<{ token: string; path: string }> {
  const clients = `/account/${kb.account}`;
  const body = { title: 'tests', contact: 'tests@example.org', ...options };
  const { client_id: id, token } = await kb.client.call<{ client_id: string; token: string }>(
    'POST',
    `${clients}/nua_clients`,
    { body },
  );
  return { token, path: `${clients}/nua_client/${id}` };
}
