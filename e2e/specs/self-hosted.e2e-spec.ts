import { Client } from '../harness/client';
import { rawRequest } from '../harness/raw-request';
import { Standalone } from '../harness/standalone';
import { bearer } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const ALL = 'MANAGER;WRITER;READER;OWNER';
const idOf = ({ body }: { readonly body: unknown }) => String(Object(body).uuid);

inStandalone('a header of roles, %s', (mode) => {
  let on: Standalone;
  const as = (roles: string) => new Client(on.origin, { 'x-kbdb-roles': roles }, fetch);
  const statusOf = async (client: Client, method: string, path: string, body?: object) =>
    (await client.send(method, path, { body })).status;

  beforeAll(async () => {
    on = await Standalone.start({ env: { SELF_HOSTED_ROLES: 'on' } });
  }, 120_000);
  afterAll(() => on.stop());

  it('is worth nothing unless the deployment takes it', async () => {
    const client = new Client(server(mode).origin, { 'x-kbdb-roles': ALL });
    for (const path of ['/kbs', '/accounts']) expect(await statusOf(client, 'GET', path)).toBe(401);
  });

  it('manages the boxes of the root account, and what is in them', async () => {
    const manager = as(ALL);
    const created = await manager.send('POST', '/kbs', { body: { slug: 'moon', title: 'Moon', description: null } });
    const kbid = idOf(created);
    expect([created.status, created.body]).toEqual([201, { slug: 'moon', uuid: kbid, config: null, model: null }]);
    expect((await manager.send('GET', '/kbs?prefix=mo')).body).toEqual({ kbs: [{ slug: 'moon', uuid: kbid }] });
    const modified = await manager.send('PATCH', `/kb/${kbid}`, { body: { title: 'Tides', slug: null } });
    expect([modified.status, modified.body]).toEqual([200, { uuid: kbid }]);
    const { uuid } = Object((await manager.send('POST', `/kb/${kbid}/resources`, { body: { title: 'Sea' } })).body);
    expect(await statusOf(manager, 'GET', `/kb/${kbid}/resource/${uuid}`)).toBe(200);
    const owner = new Client(on.origin, bearer(on.token), fetch);
    expect(await statusOf(owner, 'GET', `/kb/${kbid}/resource/${uuid}`)).toBe(200);
    expect((await manager.send('DELETE', `/kb/${kbid}`)).body).toMatchObject({ slug: null, uuid: kbid });
    expect(await statusOf(manager, 'GET', `/kb/${kbid}`)).toBe(404);
  });

  it('allows what its roles do, of which clients may send one at a time', async () => {
    const kbid = idOf(await as('MANAGER').send('POST', '/kbs', { body: {} }));
    const written = await as('WRITER').send('POST', `/kb/${kbid}/resources`, { body: { title: 'Sea' } });
    expect(written.status).toBe(201);
    expect(await statusOf(as('WRITER'), 'GET', `/kb/${kbid}/resource/${idOf(written)}`)).toBe(200);
    expect(await statusOf(as('READER'), 'GET', `/kb/${kbid}/resource/${idOf(written)}`)).toBe(200);
    expect(await statusOf(as('READER'), 'POST', `/kb/${kbid}/resources`, { title: 'Sea' })).toBe(403);
    for (const roles of ['READER', 'WRITER', 'OWNER']) {
      expect(await statusOf(as(roles), 'POST', '/kbs', {})).toBe(403);
      expect(await statusOf(as(roles), 'DELETE', `/kb/${kbid}`)).toBe(403);
    }
    for (const roles of ['', 'ROOT', 'admin']) expect(await statusOf(as(roles), 'GET', '/kbs')).toBe(401);
  });

  it('counts for nothing beside a credential, on pages of other machines and under other names', async () => {
    const wrong = new Client(on.origin, { 'x-kbdb-roles': ALL, authorization: 'Bearer wrong' }, fetch);
    expect(await statusOf(wrong, 'GET', '/kbs')).toBe(401);
    const right = new Client(on.origin, { 'x-kbdb-roles': ALL, ...bearer(on.token) }, fetch);
    expect(await statusOf(right, 'GET', '/kbs')).toBe(403);
    for (const header of [
      ['origin', 'https://evil.example'],
      ['host', 'evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const { status } = await rawRequest(on.origin, { path: '/api/v1/kbs', headers: [['x-kbdb-roles', ALL], header] });
      expect([header, status]).toEqual([header, 401]);
    }
  });

  it('is seen in the readiness, and refuses a server that others reach', async () => {
    const ready = await fetch(`${on.origin}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'degraded', checks: { self_hosted_roles: expect.stringContaining('root user') } },
    ]);
    const open = Standalone.start({ env: { SELF_HOSTED_ROLES: 'on', HTTP_HOST: '0.0.0.0' } });
    await expect(open).rejects.toThrow(/loopback only/);
  }, 120_000);
});
