import type { ApiClient } from '@lectern/client';
import {
  createPersonalToken,
  deletePersonalToken,
  getAccount,
  getUser,
  getUserProfile,
  listAccounts,
  listAccountZones,
  listKnowledgeBoxIndex,
  listPersonalTokens,
  listZones,
} from '@lectern/contracts/accounts';
import {
  createEphemeralToken,
  createNuaClient,
  deleteNuaClient,
  deleteServiceAccount,
  getKnowledgeBoxBySlug,
  getNuaClient,
  listAccountKnowledgeBoxes,
  listKnowledgeBoxUsers,
  listNuaClients,
  modifyNuaClient,
  updateKnowledgeBoxUsers,
} from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { type Client, type KnowledgeBoxClient } from '../harness/client';
import { apiKey, asCaller, bearer, issueKey, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';

inStandalone('accounts, %s', (mode) => {
  let root: Client;
  let api: ApiClient;
  let kb: KnowledgeBoxClient;
  let account: string;

  beforeAll(async () => {
    root = server(mode);
    ({ api } = root);
    kb = await root.createKnowledgeBox({ title: 'Mine' });
    ({ account } = kb);
  });

  it('tell who the caller is, and what may come next', async () => {
    const user = await api.call(getUser);
    const profile = await api.call(getUserProfile);
    expect(user).toMatchObject({ name: 'Root', email: 'root@localhost', type: 'ROOT', avatar: null, language: 'EN' });
    expect(profile).toMatchObject({
      preferences: { email: user.email, name: 'Root', type: 'ROOT', last_login: expect.stringMatching(/\+00:00$/) },
      accounts: expect.arrayContaining([account]),
    });
  });

  it('are found by id and by slug', async () => {
    const { accounts } = await api.call(listAccounts);
    const byId = await kb.api(getAccount);
    expect(byId).toMatchObject({ id: account, max_kbs: -1 });
    const bySlug = { params: { account: accounts[0]?.slug } };
    expect(await api.call(getAccount, bySlug)).toMatchObject({ id: account });
    expect((await root.send('GET', '/account/nobodys')).status).toBe(404);
  });

  it('list their zones, and where those are reached', async () => {
    const { zones } = await kb.api(listAccountZones);
    expect(zones).toEqual([
      expect.objectContaining({ slug: 'local', title: 'Local zone', origin: expect.any(String) }),
    ]);
    expect(await api.call(listZones)).toEqual({ zones });
  });

  it('list their knowledge boxes, in the zone and over all zones', async () => {
    const { boxes } = await kb.api(listAccountKnowledgeBoxes);
    expect(boxes).toContainEqual(expect.objectContaining({ id: kb.id, title: 'Mine' }));
    const everywhere = await kb.api(listKnowledgeBoxIndex);
    expect(everywhere.boxes).toContainEqual(
      expect.objectContaining({ account_id: account, kb_id: kb.id, kb_mode: 'kb' }),
    );
    const slug = boxes.find(({ id }) => id === kb.id)?.slug;
    expect(await api.call(getKnowledgeBoxBySlug, { params: { slug } })).toMatchObject({ uuid: kb.id });
  });

  it('list personal tokens without showing them again', async () => {
    const body = { description: 'one of mine' };
    const { id, token } = await api.call(createPersonalToken, { body });
    const listed = await api.call(listPersonalTokens);
    expect(listed.tokens).toContainEqual({ id, description: 'one of mine', expires: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain(token);
    await api.call(deletePersonalToken, { params: { token_id: id } });
    expect((await caller(mode, bearer(token)).send('GET', '/user')).status).toBe(401);
  });

  it('give users a role in a knowledge box, change it and take it away', async () => {
    const { id } = await api.call(getUser);
    // A box created by a key has no users.
    const managing = await issueNuaKey(kb, { allow_kb_management: true });
    const made = await asCaller(kb, nuaKey(managing.token)).client.createKnowledgeBox({}, account);
    const box = made.as(root);
    const change = (body: object) => root.send('PATCH', `${box.accountPath}/users`, { body });
    const users = async () => (await box.api(listKnowledgeBoxUsers)).users;
    expect(await change({ update: [{ id, role: 'SMEMBER' }] })).toMatchObject({
      status: 404,
      body: { detail: `User ${id} has no role on this knowledge box` },
    });
    expect(await users()).toEqual([]);
    await box.api(updateKnowledgeBoxUsers, { body: { add: [{ id, role: 'SMEMBER' }] } });
    await box.api(updateKnowledgeBoxUsers, { body: { delete: [id] } });
    expect(await users()).toEqual([]);
    await box.api(updateKnowledgeBoxUsers, { body: { add: [{ id, role: 'SMEMBER' }] } });
    await box.api(updateKnowledgeBoxUsers, { body: { update: [{ id, role: 'SOWNER' }] } });
    expect(await box.api(listKnowledgeBoxUsers, { query: { include_user_detail: true } })).toEqual({
      users: [{ id, role: 'SOWNER', name: 'Root', email: 'root@localhost' }],
    });
    const last = 'The last owner of a knowledge box cannot be removed or get another role';
    for (const body of [{ delete: [id] }, { update: [{ id, role: 'SMEMBER' }] }, { add: [{ id, role: 'SMEMBER' }] }])
      expect(await change(body)).toMatchObject({ status: 409, body: { detail: last } });
    expect(await users()).toEqual([{ id, role: 'SOWNER' }]);
    for (const body of [
      { add: [{ id, role: 'SREADER' }] },
      { add: [{ id: 'root', role: 'SMEMBER' }] },
      { delete: Array.from({ length: 1_001 }, () => randomUUID()) },
    ])
      expect((await change(body)).status).toBe(422);
    expect((await change({ add: [{ id: randomUUID(), role: 'SMEMBER' }] })).status).toBe(404);
  });

  it('know their NUA clients, whose names may change', async () => {
    const body = { title: 'Reader', contact: 'reader@example.org', client_id: `reader-${kb.id.slice(0, 8)}` };
    const { client_id: id } = await kb.api(createNuaClient, { body });
    const { clients } = await kb.api(listNuaClients, { query: { client_id: id } });
    expect(clients).toEqual([expect.objectContaining({ client_id: id, title: 'Reader', allow_kb_management: false })]);
    const changes = { title: 'Writer', tokens_limit: 1_000 };
    const params = { client_id: id };
    const changed = await kb.api(modifyNuaClient, { params, body: changes });
    expect(changed).toMatchObject(changes);
    expect(await kb.api(getNuaClient, { params })).toEqual(changed);
    await kb.api(deleteNuaClient, { params });
    expect((await root.send('GET', `/account/${account}/nua_client/${id}`)).status).toBe(404);
  });

  it('let a key make links that end with it', async () => {
    const key = await issueKey(kb, 'SMEMBER');
    const { token } = await asCaller(kb, apiKey(key.token)).api(createEphemeralToken, { body: { ttl: 60 } });
    const status = async () => (await caller(mode).send('GET', `${kb.path}/resources?eph-token=${token}`)).status;
    expect(await status()).toBe(200);
    await kb.api(deleteServiceAccount, { params: key.params });
    expect(await status()).toBe(401);
  });
});
