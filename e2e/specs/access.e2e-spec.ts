import type { Sent } from '@lectern/client';
import { createPersonalToken, deletePersonalToken } from '@lectern/contracts/accounts';
import {
  createAccountKnowledgeBox,
  createKnowledgeBoxEphemeralToken,
  deleteAccountKnowledgeBox,
  deleteServiceAccount,
  deleteServiceAccountKey,
  type EphemeralTokenPayload,
  getAccountKnowledgeBox,
  getKnowledgeBox,
  listNuaClientActivity,
  listServiceAccounts,
  renewNuaClientKey,
} from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, KnowledgeBoxClient } from '../harness/client';
import {
  apiKey,
  asCaller,
  asRole,
  asTemporal,
  bearer,
  type Credential,
  issueKey,
  issueNuaKey,
  nuaKey,
} from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';
import { rawRequest } from '../harness/raw-request';

const DAY_S = 86_400;
const RID = '0123456789abcdef0123456789abcdef';
const UNAUTHORIZED = { status: 401, body: { detail: expect.any(String) } };
const FORBIDDEN = { status: 403, body: { detail: 'Forbidden' } };

/** One request of every kind on a box: management, data, uploads, downloads, asking. */
const kinds: readonly (readonly [method: string, path: (kb: KnowledgeBoxClient) => string, body?: unknown])[] = [
  ['GET', ({ path }) => path],
  ['GET', ({ accountPath }) => accountPath],
  ['GET', ({ path }) => `${path}/resources`],
  ['POST', ({ path }) => `${path}/resources`, {}],
  ['HEAD', ({ path }) => `${path}/resource/${RID}`],
  ['GET', ({ path }) => `${path}/slug/any/text/any`],
  ['PUT', ({ path }) => `${path}/resource/${RID}/text/any`, { body: 'text' }],
  ['DELETE', ({ path }) => `${path}/slug/any`],
  ['POST', ({ path }) => `${path}/upload`, {}],
  ['GET', ({ path }) => `${path}/resource/${RID}/file/any/download/field`],
  ['POST', ({ path }) => `${path}/find`, { query: 'x' }],
  ['GET', ({ path }) => `${path}/find?query=x`],
  ['POST', ({ path }) => `${path}/ask`, { query: 'x' }],
  ['POST', ({ path }) => `${path}/slug/any/ask`, { query: 'x' }],
  ['GET', ({ accountPath }) => `${accountPath}/service_accounts`],
  ['POST', ({ accountPath }) => `${accountPath}/ephemeral_tokens`, {}],
];

async function statusesOfEveryKind(client: Client, kb: KnowledgeBoxClient): Promise<number[]> {
  const answers = await Promise.all(kinds.map(([method, path, body]) => client.send(method, path(kb), { body })));
  return answers.map(({ status }) => status);
}

inStandalone('credentials, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const as = (credential: Credential) => asCaller(kb, credential);

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('may come in one header only, whatever is requested', async () => {
    const key = await kb.key('SOWNER');
    const both = { ...apiKey(key), ...kb.client.credential };
    const refusal = { status: 400, body: { detail: 'Only one authorization header is allowed per request' } };
    const anybody = caller(mode, { ...nuaKey('x'), ...apiKey('y') });
    expect(await caller(mode, both).send('GET', kb.path)).toMatchObject(refusal);
    for (const path of ['/api/v1/health/alive', '/versions', '/openapi.json', '/no/such/path', '/accounts']) {
      expect([path, await anybody.send('GET', path)]).toMatchObject([path, refusal]);
    }
  });

  it('may not be repeated, not even the same one', async () => {
    const { origin, token } = { origin: kb.client.origin, token: await kb.key('SMEMBER') };
    const header = ['X-SVC-ServiceAccount', `Bearer ${token}`] as const;
    const path = `/api/v1${kb.path}`;
    expect((await rawRequest(origin, { path, headers: [header] })).status).toBe(200);
    expect((await rawRequest(origin, { path, headers: [header, header] })).status).toBe(400);
    const authorization = ['authorization', 'Bearer a'] as const;
    expect((await rawRequest(origin, { path, headers: [authorization, authorization] })).status).toBe(400);
  });

  it('are challenged for where there are none', async () => {
    const nobody = caller(mode);
    for (const path of [kb.path, `${kb.path}/resources`, '/accounts', `/kb/${randomUUID()}`]) {
      const answer = await nobody.send('GET', path);
      expect([path, answer]).toMatchObject([path, { status: 401, body: { detail: 'Unauthorized' } }]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('must be what they seem to be', async () => {
    const key = await kb.key('SMEMBER');
    const [header, payload, signature] = key.split('.');
    const bad: Credential[] = [
      apiKey('nonsense'),
      apiKey(`${header}.${payload}.${signature?.slice(0, -2)}`),
      apiKey(`${header}.${Buffer.from('{}').toString('base64url')}.${signature}`),
      { 'x-svc-serviceaccount': key },
      { 'x-svc-serviceaccount': `Basic ${key}` },
      { 'x-svc-serviceaccount': '' },
      bearer('nonsense'),
      nuaKey('nonsense'),
    ];
    for (const credential of bad) {
      const answer = await as(credential).client.send('GET', kb.path);
      expect([credential, answer]).toMatchObject([credential, UNAUTHORIZED]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await as({ 'x-svc-serviceaccount': `bearer ${key}` }).client.send('GET', kb.path)).status).toBe(200);
  });

  it('count only in the header of their kind', async () => {
    const key = await kb.key('SOWNER');
    const { token } = await issueNuaKey(kb);
    const root = kb.client.credential['authorization']?.slice('Bearer '.length) ?? '';
    for (const credential of [bearer(key), nuaKey(key), apiKey(token), bearer(token), apiKey(root), nuaKey(root)]) {
      expect(await as(credential).client.send('GET', kb.path)).toMatchObject(UNAUTHORIZED);
    }
  });

  it('of service accounts open what their role says', async () => {
    const [reader, writer, owner] = await Promise.all([
      asRole(kb, 'SMEMBER'),
      asRole(kb, 'SCONTRIBUTOR'),
      asRole(kb, 'SOWNER'),
    ]);
    const rid = await kb.createResource({ slug: `roles-${randomUUID()}`, texts: { a: { body: 'a text' } } });
    for (const box of [reader, writer, owner]) {
      expect(await box.resource(rid)).toMatchObject({ id: rid });
      expect(await box.find({ query: 'text' })).toHaveProperty('resources');
    }
    for (const [method, path, body] of [
      ['POST', '/resources', {}],
      ['PATCH', `/resource/${rid}`, { title: 'x' }],
      ['PUT', `/resource/${rid}/text/b`, { body: 'b' }],
      ['POST', `/resource/${rid}/reprocess`, undefined],
      ['POST', '/upload', {}],
      ['DELETE', `/resource/${rid}`, undefined],
    ] as const) {
      expect([path, await reader.client.send(method, `${kb.path}${path}`, { body })]).toMatchObject([path, FORBIDDEN]);
      expect((await writer.client.send(method, `${kb.path}${path}`, { body })).status).toBeLessThan(300);
    }
    for (const box of [reader, writer, owner]) {
      expect(await box.client.send('GET', `${kb.accountPath}/service_accounts`)).toMatchObject(FORBIDDEN);
      expect(await box.api(getAccountKnowledgeBox)).toMatchObject({ id: kb.id });
    }
  });

  it('of one box open no other, and do not tell whether there is one', async () => {
    const other = await server(mode).createKnowledgeBox();
    const { client } = await asRole(kb, 'SOWNER');
    const missing = new KnowledgeBoxClient(client, randomUUID(), kb.account);
    const all = kinds.map(() => 403);
    expect(await statusesOfEveryKind(client, other)).toEqual(all);
    expect(await statusesOfEveryKind(client, missing)).toEqual(all);
  });

  it('do not make up for what is not there', async () => {
    const { client } = kb;
    expect(await client.send('GET', `/kb/${randomUUID()}/resources`)).toMatchObject({
      status: 404,
      body: { detail: expect.any(String) },
    });
    expect(await client.send('POST', `/kb/${randomUUID()}/resources`, { body: {} })).toMatchObject({ status: 404 });
    for (const path of ['/kb/nonsense/resources', `/kb/${kb.id.slice(1)}/find`]) {
      expect(await client.send('GET', path)).toMatchObject({
        status: 404,
        body: { detail: 'KnowledgeBox not found. UUID expected.' },
      });
    }
    const { client: reader } = await asRole(kb, 'SMEMBER');
    expect(await reader.send('GET', '/kb/nonsense')).toMatchObject({ status: 404 });
    expect((await client.send('GET', `/kb/${kb.id.replaceAll('-', '').toUpperCase()}`)).status).toBe(200);
    expect((await client.send('GET', `/account/${randomUUID()}/kb/${kb.id}`)).status).toBe(404);
  });

  it('open nothing of a deleted box, at once', async () => {
    const box = await server(mode).createKnowledgeBox();
    const rid = await box.createResource({ texts: { a: { body: 'soon gone' } } });
    const key = apiKey(await box.key('SOWNER'));
    expect(await asCaller(box, key).api(getKnowledgeBox)).toMatchObject({ uuid: box.id });

    await box.api(deleteAccountKnowledgeBox);

    const afterwards = await Promise.all([
      box.client.send('GET', box.path),
      box.client.send('GET', `${box.path}/resource/${rid}`),
      box.client.send('POST', `${box.path}/find`, { body: { query: 'soon' } }),
      box.client.send('POST', `${box.path}/resources`, { body: {} }),
      box.client.send('DELETE', box.accountPath),
    ]);
    expect(afterwards.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await asCaller(box, key).client.send('GET', box.path)).toMatchObject({ status: 401 });
  });

  it('of NUA clients may make service accounts, and nothing with content', async () => {
    const { token, id } = await issueNuaKey(kb);
    const nua = as(nuaKey(token));
    const { client } = nua;
    const key = await issueKey(nua, 'SMEMBER');
    expect(await as(apiKey(key.token)).api(getKnowledgeBox)).toMatchObject({ uuid: kb.id });

    for (const route of [kb.path, `${kb.path}/resources`, `${kb.path}/find?query=x`, kb.accountPath]) {
      expect([route, await client.send('GET', route)]).toMatchObject([route, FORBIDDEN]);
    }
    expect(await client.send('POST', `${kb.path}/ask`, { body: { query: 'x' } })).toMatchObject(FORBIDDEN);
    expect(await client.send('GET', '/accounts')).toMatchObject({
      status: 403,
      body: { detail: 'Nuakeys are not valid in the global API' },
    });

    const renewed = await kb.api(renewNuaClientKey, { params: { client_id: id } });
    expect((await client.send('GET', `${kb.accountPath}/service_accounts`)).status).toBe(401);
    const { serviceAccounts } = await as(nuaKey(renewed.token)).api(listServiceAccounts);
    expect(serviceAccounts).toContainEqual(expect.objectContaining({ id: key.params.service_account_id }));
  });

  it('of NUA clients that may manage boxes open the boxes of their account', async () => {
    const { token, id: client_id } = await issueNuaKey(kb, { allow_kb_management: true });
    const { client } = as(nuaKey(token));
    const body = { slug: `nua-${randomUUID()}`, title: 'NUA' };
    const { id } = await client.api.call(createAccountKnowledgeBox, { params: { account: kb.account }, body });
    const box = new KnowledgeBoxClient(client, id, kb.account);
    expect(await box.api(getAccountKnowledgeBox)).toMatchObject({ id });
    await box.api(deleteAccountKnowledgeBox);
    expect((await client.send('GET', `/kb/${kb.id}`)).status).toBe(403);
    const { events } = await kb.api(listNuaClientActivity, { params: { client_id } });
    expect(events.map(({ kind, details }) => [kind, details])).toEqual([
      ['knowledge_box_deleted', { kbid: id }],
      ['knowledge_box_created', { kbid: id }],
      ['created', {}],
    ]);
  });

  it('expire on time, written in any of three ways', async () => {
    const nextYear = Math.floor(Date.now() / 1_000) + 365 * DAY_S;
    const iso = new Date(nextYear * 1_000).toISOString();
    for (const expires of [nextYear, String(nextYear), iso]) {
      const { token } = await issueKey(kb, 'SMEMBER', expires);
      expect(await as(apiKey(token)).api(getKnowledgeBox)).toMatchObject({ uuid: kb.id });
    }
    const { params } = await issueKey(kb, 'SMEMBER');
    const keys = `${kb.accountPath}/service_account/${params.service_account_id}/keys`;
    for (const expires of [
      nextYear - 2 * 365 * DAY_S,
      nextYear + 4 * 365 * DAY_S,
      '2001-01-01T00:00:00Z',
      'soon',
      1.5,
      null,
      true,
    ]) {
      const answer = await kb.client.send('POST', keys, { body: { expires } });
      expect([expires, answer.status]).toEqual([expires, 422]);
    }
    expect(await kb.client.send('POST', keys, { body: {} })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'expires'] }] },
    });
  });

  it('that have expired open nothing', async () => {
    const { token } = await issueKey(kb, 'SMEMBER', Math.ceil(Date.now() / 1_000) + 1);
    const { client } = as(apiKey(token));
    expect((await client.send('GET', kb.path)).status).toBe(200);
    await sleep(2_100);
    expect(await client.send('GET', kb.path)).toMatchObject(UNAUTHORIZED);
  });

  it('that are deleted die at once, with what was made of them', async () => {
    const [first, second] = await Promise.all([issueKey(kb, 'SMEMBER'), issueKey(kb, 'SMEMBER')]);
    const [one, other] = [as(apiKey(first.token)), as(apiKey(second.token))];
    const temporal = await asTemporal(one, { ttl: 10 });
    const works = async (box: KnowledgeBoxClient) => (await box.client.send('GET', kb.path)).status;
    expect([await works(one), await works(other), await works(temporal)]).toEqual([200, 200, 200]);

    await kb.api(deleteServiceAccountKey, { params: first.params });
    await kb.api(deleteServiceAccount, { params: second.params });

    expect([await works(one), await works(other), await works(temporal)]).toEqual([401, 401, 401]);
    await expect(kb.api(deleteServiceAccountKey, { params: first.params })).rejects.toMatchObject({ status: 404 });
  });

  it('of a person can be revoked', async () => {
    const body = { description: 'for a while', expiration_date: '2090-01-01T10:00:00.000000' };
    const { id, token } = await kb.client.api.call(createPersonalToken, { body });
    const { client } = as(bearer(token));
    expect((await client.send('GET', kb.path)).status).toBe(200);
    await kb.client.api.call(deletePersonalToken, { params: { token_id: id } });
    expect((await client.send('GET', kb.path)).status).toBe(401);
  });

  it('in links are read-only and may be narrowed to one path', async () => {
    const rid = await kb.createResource({ texts: { a: { body: 'linked' } } });
    const token = async (body: Sent<EphemeralTokenPayload>) =>
      (await kb.api(createKnowledgeBoxEphemeralToken, { body })).token;
    const nobody = caller(mode);
    const [wide, narrow] = [await token({}), await token({ path: `/kb/${kb.id}/resource/${rid}` })];
    const status = async (path: string, by: string) =>
      (await nobody.send('GET', `${kb.path}${path}?eph-token=${by}`)).status;
    expect([await status(`/resource/${rid}`, wide), await status('/resources', wide)]).toEqual([200, 200]);
    expect([await status(`/resource/${rid}`, narrow), await status('/resources', narrow)]).toEqual([200, 403]);
    expect((await as(bearer(wide)).client.send('GET', kb.path)).status).toBe(200);
    expect((await as(bearer(wide)).client.send('POST', `${kb.path}/resources`, { body: {} })).status).toBe(403);
    expect((await nobody.send('POST', `${kb.path}/resources?eph-token=${wide}`, { body: {} })).status).toBe(401);
    expect(await status('/resources', 'nonsense')).toBe(401);
  });

  it('are not believed when they come as internal headers', async () => {
    const reader = await asRole(kb, 'SMEMBER');
    const internal = {
      'x-kbdb-roles': 'READER;WRITER;OWNER;MANAGER',
      'x-svc-kbid': kb.id,
      'x-svc-user': randomUUID(),
      'x-svc-account': kb.account,
      'x-svc-account-type': 'stash-enterprise',
      'x-kbdb-security-groups': 'any',
    };
    const create = (client: Client) => client.send('POST', `${kb.path}/resources`, { body: {}, headers: internal });
    expect(await create(reader.client)).toMatchObject(FORBIDDEN);
    expect((await create(caller(mode))).status).toBe(401);
    expect((await caller(mode).send('GET', kb.path, { headers: internal })).status).toBe(401);
  });

  it('tell who they belong to', async () => {
    const info = async (credential: Credential, query = '') =>
      (await as(credential).client.send('GET', `/api/authorizer/info${query}`)).body;
    const nua = await issueNuaKey(kb);
    expect(await info(apiKey(await kb.key('SCONTRIBUTOR')))).toMatchObject({
      auth: 'service_account',
      user: { account_id: kb.account, kb_id: kb.id, role: 'SCONTRIBUTOR', user_id: expect.any(String) },
    });
    expect(await info(nuaKey(nua.token))).toMatchObject({
      auth: 'nua_key',
      user: {
        account_id: kb.account,
        account_type: expect.any(String),
        user_id: nua.id,
        kb_id: null,
      },
    });
    expect(await info(kb.client.credential, '?ip_info=1')).toMatchObject({
      auth: 'pa_token',
      ip_info: { client: expect.any(String) },
    });
    expect((await caller(mode).send('GET', '/api/authorizer/info')).status).toBe(401);
  });

  it('tell what they may do at a path', async () => {
    const reader = await asRole(kb, 'SMEMBER');
    const probe = (client: Client, path: string) => client.send('GET', `/api/authorizer/authorize/api/v1${path}`);
    const allowed = await probe(reader.client, `${kb.path}/find`);
    expect([allowed.status, allowed.body]).toEqual([200, null]);
    expect(allowed.headers.get('x-kbdb-roles')?.split(';')).toContain('READER');
    expect((await probe(reader.client, `${kb.path}/upload`)).status).toBe(403);
    expect((await probe(reader.client, `/kb/${randomUUID()}/find`)).status).toBe(403);
    expect((await probe(caller(mode), `${kb.path}/find`)).status).toBe(401);
  });
});
