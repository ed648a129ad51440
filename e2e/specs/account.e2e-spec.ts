import { type Client, type KnowledgeBoxClient } from '../harness/client';
import { apiKey, asCaller, bearer, inOneDay } from '../harness/credentials';
import { caller, runningModes, server } from '../harness/modes';

describe.each(runningModes())('accounts, %s', (mode) => {
  let root: Client;
  let kb: KnowledgeBoxClient;
  let account: string;

  beforeAll(async () => {
    root = server(mode);
    kb = await root.createKnowledgeBox({ title: 'Mine' });
    ({ account } = kb);
  });

  it('tell who the caller is, and what may come next', async () => {
    const user = await root.call<{ id: string; email: string }>('GET', '/user');
    const profile = await root.call('GET', '/user/welcome');
    expect(user).toMatchObject({ name: 'Root', email: 'root@localhost', type: 'ROOT', avatar: null, language: 'EN' });
    expect(profile).toMatchObject({
      preferences: { email: user.email, name: 'Root', type: 'ROOT', last_login: expect.stringMatching(/\+00:00$/) },
      accounts: expect.arrayContaining([account]),
    });
  });

  it('are found by id and by slug', async () => {
    const [listed] = await root.call<{ id: string; slug: string }[]>('GET', '/accounts');
    const byId = await root.call('GET', `/account/${account}`);
    expect(byId).toMatchObject({ id: account, blocking_state: 'unblocked', max_kbs: -1 });
    expect(await root.call('GET', `/account/${listed?.slug}`)).toMatchObject({ id: account });
    expect((await root.send('GET', '/account/nobodys')).status).toBe(404);
  });

  it('list their zones, and where those are reached', async () => {
    const zones = await root.call<{ id: string; slug: string; origin: string }[]>('GET', `/account/${account}/zones`);
    expect(zones).toEqual([
      expect.objectContaining({ slug: 'local', title: 'Local zone', origin: expect.any(String) }),
    ]);
    expect(await root.call('GET', '/zones')).toEqual(zones);
  });

  it('list their knowledge boxes, in the zone and over all zones', async () => {
    const boxes = await root.call<{ id: string; slug: string }[]>('GET', `/account/${account}/kbs`);
    expect(boxes).toContainEqual(expect.objectContaining({ id: kb.id, title: 'Mine' }));
    const everywhere = await root.call('GET', `/account/${account}/index/kbs`);
    expect(everywhere).toContainEqual(expect.objectContaining({ account_id: account, kb_id: kb.id, kb_mode: 'kb' }));
    const slug = boxes.find(({ id }) => id === kb.id)?.slug;
    expect(await root.call('GET', `/kb/s/${slug}`)).toMatchObject({ uuid: kb.id });
  });

  it('list personal tokens without showing them again', async () => {
    const body = { description: 'one of mine' };
    const { id, token } = await root.call<{ id: string; token: string }>('POST', '/user/pa_tokens', { body });
    const listed = await root.call('GET', '/user/pa_tokens');
    expect(listed).toContainEqual({ id, description: 'one of mine', expires: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain(token);
    await root.call('DELETE', `/user/pa_token/${id}`);
    expect((await caller(mode, bearer(token)).send('GET', '/user')).status).toBe(401);
  });

  it('give users a role in a knowledge box, change it and take it away', async () => {
    const { id } = await root.call<{ id: string }>('GET', '/user');
    const users = `${kb.accountPath}/users`;
    const change = (body: object) => root.call('PATCH', `${kb.accountPath}/users`, { body });
    const roles = async () =>
      (await root.call<{ id: string; role: string }[]>('GET', `${users}`)).map(({ role }) => role);
    await change({ delete: [id] });
    expect(await roles()).toEqual([]);
    await change({ add: [{ id, role: 'SMEMBER' }] });
    await change({ update: [{ id, role: 'SOWNER' }] });
    expect(await root.call('GET', `${kb.accountPath}/users?include_user_detail=true`)).toEqual([
      { id, role: 'SOWNER', name: 'Root', email: 'root@localhost' },
    ]);
  });

  it('know their NUA clients, whose names may change', async () => {
    const body = { title: 'Reader', contact: 'reader@example.org', client_id: `reader-${kb.id.slice(0, 8)}` };
    const { client_id: id } = await root.call<{ client_id: string }>('POST', `/account/${account}/nua_clients`, {
      body,
    });
    const { clients } = await root.call<{ clients: object[] }>(
      'GET',
      `/account/${account}/nua_clients?client_id=${id}`,
    );
    expect(clients).toEqual([expect.objectContaining({ client_id: id, title: 'Reader', allow_kb_management: false })]);
    const changes = { title: 'Writer', tokens_limit: 1_000 };
    const changed = await root.call('PATCH', `/account/${account}/nua_client/${id}`, { body: changes });
    expect(changed).toMatchObject(changes);
    expect(await root.call('GET', `/account/${account}/nua_client/${id}`)).toEqual(changed);
    await root.call('DELETE', `/account/${account}/nua_client/${id}`);
    expect((await root.send('GET', `/account/${account}/nua_client/${id}`)).status).toBe(404);
  });

  it('let a key make links that end with it', async () => {
    const body = { title: 'linking', role: 'SMEMBER' };
    const { id } = await root.call<{ id: string }>('POST', `${kb.accountPath}/service_accounts`, { body });
    const at = `${kb.accountPath}/service_account/${id}`;
    const key = await root.call<{ token: string }>('POST', `${at}/keys`, { body: { expires: inOneDay() } });
    const { client } = asCaller(kb, apiKey(key.token));
    const { token } = await client.call<{ token: string }>('POST', '/ephemeral_token', { body: { ttl: 60 } });
    const status = async () => (await caller(mode).send('GET', `${kb.path}/resources?eph-token=${token}`)).status;
    expect(await status()).toBe(200);
    await root.call('DELETE', at);
    expect(await status()).toBe(401);
  });
});
