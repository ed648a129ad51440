import { accessChanged, type Principal, systemPrincipal, validate } from '@lectern/contracts/core';
import {
  createEphemeralToken,
  createKnowledgeBoxEphemeralToken,
  createServiceAccountKey,
  createTemporalKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  EphemeralTokenPayload,
  listServiceAccounts,
  resolveKnowledgeBoxAccess,
  TemporalKeyPayload,
  updateKnowledgeBoxUsers,
  verifyZoneCredential,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { temporaryDatabase } from '@lectern/testing';
import {
  account,
  as,
  blockedFeatures,
  claimsOf,
  livingTokens,
  member,
  owner,
  refusalOf,
} from '../../resource-store/fixtures/zone-process';
import { startProcess, Zone } from '../fixtures/zone';

let zone: Zone;
beforeAll(async () => {
  zone = await Zone.start();
});
afterAll(() => zone.stop());

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('API keys', () => {
  it('open one knowledge box with the role of their service account', async () => {
    const kbid = await zone.newBox();
    const key = await zone.newKey(kbid, { role: 'SMEMBER' });
    const verified = await zone.verify(key.token);
    expect(verified).toEqual({
      kind: 'sa',
      id: key.serviceAccount,
      account,
      kb: kbid,
      role: 'SMEMBER',
      key: key.id,
      expiresMs: Date.parse(key.expires),
    });
    expect(claimsOf(key.token)).toMatchObject({
      iss: 'https://zone.example',
      sub: key.serviceAccount,
      jti: key.id,
      acc_id: account,
      kb_id: kbid,
      role: 'SMEMBER',
    });
  });

  it('are listed without the token', async () => {
    const kbid = await zone.newBox();
    const key = await zone.newKey(kbid);
    const list = await zone.bus.request(listServiceAccounts, { params: { account, kbid } }, as(owner));
    expect(list.serviceAccounts).toEqual([
      {
        id: key.serviceAccount,
        title: 'robot',
        role: 'SCONTRIBUTOR',
        keys: [{ id: key.id, created: expect.stringMatching(/\+00:00$/), expires: key.expires }],
      },
    ]);
    expect(JSON.stringify(list)).not.toContain(key.token);
  });

  it('are refused the moment they are deleted, and caches are invalidated', async () => {
    const kbid = await zone.newBox();
    const key = await zone.newKey(kbid);
    const params = { account, kbid, service_account_id: key.serviceAccount, key_id: key.id };
    await zone.forgotten();
    await zone.bus.request(deleteServiceAccountKey, { params }, as(owner));
    await expect(refusalOf(zone.verify(key.token))).resolves.toBe('unauthorized: Unauthorized');
    expect(await zone.forgotten()).toContainEqual({ key: key.id });
    await expect(refusalOf(zone.bus.request(deleteServiceAccountKey, { params }, as(owner)))).resolves.toBe(
      'not_found: Key not found',
    );
  });

  it('die with their service account, and with their knowledge box', async () => {
    const kbid = await zone.newBox();
    const [first, second] = [await zone.newKey(kbid), await zone.newKey(kbid)];
    await zone.forgotten();
    await zone.bus.request(
      deleteServiceAccount,
      { params: { account, kbid, service_account_id: first.serviceAccount } },
      as(owner),
    );
    await expect(refusalOf(zone.verify(first.token))).resolves.toBe('unauthorized: Unauthorized');
    expect(await zone.forgotten()).toContainEqual({ key: first.id });
    await expect(zone.verify(second.token)).resolves.toMatchObject({ kb: kbid });
    await zone.deleteBox(kbid);
    await expect(refusalOf(zone.verify(second.token))).resolves.toBe('unauthorized: Unauthorized');
  });

  it('are refused when they are over', async () => {
    const expiresMs = Date.now() + 3_000;
    const key = await zone.newKey(await zone.newBox(), { expires: new Date(expiresMs).toISOString() });
    await expect(zone.verify(key.token)).resolves.toMatchObject({ kind: 'sa' });
    await sleep(expiresMs + 50 - Date.now());
    await expect(refusalOf(zone.verify(key.token))).resolves.toBe('unauthorized: JWT has expired');
  });

  it('are refused from another carrier, with another signature, and with none', async () => {
    const { token } = await zone.newKey(await zone.newBox());
    for (const carrier of ['nua', 'authorization', 'query'] as const) {
      await expect(refusalOf(zone.verify(token, carrier))).resolves.toBe('unauthorized: Unauthorized');
    }
    const [, payload = ''] = token.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"api-key+jwt"}').toString('base64url')}.${payload}.`;
    const temporalNone = `${Buffer.from('{"alg":"none","typ":"temporal+jwt"}').toString('base64url')}.${payload}.`;
    for (const bad of [`${token.slice(0, -3)}AAA`, none, temporalNone, '', 'x.y.z'])
      await expect(refusalOf(zone.verify(bad))).resolves.toBe('unauthorized: Unauthorized');
  });

  it('cannot be made for a service account of another knowledge box', async () => {
    const key = await zone.newKey(await zone.newBox());
    const foreign = { account, kbid: await zone.newBox(), service_account_id: key.serviceAccount };
    const expires = Math.floor(Date.now() / 1_000) + 60;
    const calls = [
      zone.bus.request(createServiceAccountKey, { params: foreign, body: { expires } }, as(owner)),
      zone.bus.request(deleteServiceAccountKey, { params: { ...foreign, key_id: key.id } }, as(owner)),
      zone.bus.request(deleteServiceAccount, { params: foreign }, as(owner)),
      zone.bus.request(
        createServiceAccountKey,
        { params: { ...foreign, service_account_id: 'x' }, body: { expires } },
        as(owner),
      ),
    ];
    expect(new Set(await Promise.all(calls.map(refusalOf)))).toEqual(new Set(['not_found: Service account not found']));
    await expect(zone.verify(key.token)).resolves.toMatchObject({ key: key.id });
  });
});

describe('temporal keys', () => {
  it('do what their parent does, for a moment', async () => {
    const key = await zone.newKey(await zone.newBox());
    const parent = await zone.verify(key.token);
    const token = await zone.temporalKey(await zone.caller(key.token), { ttl: 1 });
    const verified = await zone.verify(token);
    const { expiresMs = 0, ...rest } = verified;
    expect(rest).toEqual({
      kind: 'temporal',
      id: parent.id,
      account,
      kb: parent.kb,
      role: parent.role,
      key: parent.key,
    });
    expect(expiresMs - Date.now()).toBeLessThanOrEqual(1_000);
    await sleep(expiresMs - Date.now() + 1);
    await expect(refusalOf(zone.verify(token))).resolves.toBe('unauthorized: JWT has expired');
  });

  it('carry groups, unless there are none', async () => {
    const parent = await zone.caller((await zone.newKey(await zone.newBox())).token);
    await expect(
      zone.verify(await zone.temporalKey(parent, { security_groups: ['chefs', 'ä'] })),
    ).resolves.toMatchObject({ securityGroups: ['chefs', 'ä'] });
    expect(await zone.verify(await zone.temporalKey(parent))).not.toHaveProperty('securityGroups');
    await expect(zone.temporalKey(parent, { security_groups: [] })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('live for ten seconds by default, and never longer', async () => {
    const parent = await zone.caller((await zone.newKey(await zone.newBox())).token);
    const { expiresMs = 0 } = await zone.verify(await zone.temporalKey(parent));
    expect(expiresMs - Date.now()).toBeGreaterThan(8_000);
    expect(expiresMs - Date.now()).toBeLessThanOrEqual(10_000);
    for (const ttl of [0, -1, 11, 1.5])
      expect(() => validate(TemporalKeyPayload, { ttl })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it('never outlive their parent', async () => {
    const key = await zone.newKey(await zone.newBox(), { expires: new Date(Date.now() + 2_000).toISOString() });
    const { expiresMs } = await zone.verify(await zone.temporalKey(await zone.caller(key.token)));
    expect(expiresMs).toBe(Date.parse(key.expires));
  });

  it('die with their parent', async () => {
    const kbid = await zone.newBox();
    const key = await zone.newKey(kbid);
    const token = await zone.temporalKey(await zone.caller(key.token));
    await zone.bus.request(
      deleteServiceAccountKey,
      { params: { account, kbid, service_account_id: key.serviceAccount, key_id: key.id } },
      as(owner),
    );
    await expect(refusalOf(zone.verify(token))).resolves.toBe('unauthorized: Unauthorized');
  });

  it('are made by API keys only, never by each other or by users', async () => {
    const key = await zone.newKey(await zone.newBox());
    const temporal = await zone.caller(await zone.temporalKey(await zone.caller(key.token)));
    for (const maker of [temporal, owner, { ...temporal, kind: 'nua' as const }]) {
      await expect(refusalOf(zone.temporalKey(maker))).resolves.toBe('forbidden: Forbidden');
    }
    expect(createTemporalKey.policy?.credentials).toEqual(['sa']);
  });

  it('of another zone are refused, though everything else is right', async () => {
    const parent = await zone.caller((await zone.newKey(await zone.newBox())).token);
    process.env['ZONE_ORIGIN'] = 'https://other.example';
    const other = await startProcess();
    process.env['ZONE_ORIGIN'] = 'https://zone.example';
    const { token } = await other.bus.request(createTemporalKey, { body: { ttl: 10 } }, as(parent));
    await expect(refusalOf(zone.verify(token))).resolves.toBe('unauthorized: Unauthorized');
    const stranger = await temporaryDatabase();
    process.env['DATABASE_URL'] = stranger.url;
    const elsewhere = await startProcess();
    process.env['DATABASE_URL'] = zone.place.database.url;
    const body = { carrier: 'service-account' as const, token: await zone.temporalKey(parent) };
    await expect(refusalOf(elsewhere.bus.request(verifyZoneCredential, { body }, as(systemPrincipal)))).resolves.toBe(
      'unauthorized: Unauthorized',
    );
    await Promise.all([other.app.close(), elsewhere.app.close()]);
    await stranger.drop();
  });
});

describe('ephemeral tokens', () => {
  const forBox = async (kbid: string, principal: Principal, payload: object = {}) =>
    (
      await zone.bus.request(
        createKnowledgeBoxEphemeralToken,
        { params: { account, kbid }, body: validate(EphemeralTokenPayload, payload) },
        as(principal),
      )
    ).token;
  const forOwn = async (principal: Principal, payload: object = {}) =>
    (await zone.bus.request(createEphemeralToken, { body: validate(EphemeralTokenPayload, payload) }, as(principal)))
      .token;

  it('read the knowledge box of their key for an hour, by query or as a bearer', async () => {
    const kbid = await zone.newBox();
    const key = await zone.newKey(kbid, { role: 'SOWNER' });
    const token = await forOwn(await zone.caller(key.token));
    for (const carrier of ['query', 'authorization'] as const) {
      const { expiresMs = 0, ...rest } = await zone.verify(token, carrier);
      expect(rest).toEqual({ kind: 'eph', id: key.serviceAccount, account, kb: kbid, role: 'SMEMBER', key: key.id });
      expect(expiresMs - Date.now()).toBeGreaterThan(3_590_000);
      expect(expiresMs - Date.now()).toBeLessThanOrEqual(3_600_000);
    }
    for (const carrier of ['service-account', 'nua'] as const)
      await expect(refusalOf(zone.verify(token, carrier))).resolves.toBe('unauthorized: Unauthorized');
    expect(claimsOf(token)).toMatchObject({ kb_id: kbid, role: 'SMEMBER' });
    expect(() => validate(EphemeralTokenPayload, { ttl: 3_601 })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it('may be narrowed to one path', async () => {
    const kbid = await zone.newBox();
    const path = `/api/v1/kb/${kbid}/resource/x/file/y/download/field`;
    await expect(zone.verify(await forBox(kbid, owner, { path }), 'query')).resolves.toMatchObject({ path });
  });

  it('die with the key they were made with', async () => {
    const kbid = await zone.newBox();
    const key = await zone.newKey(kbid);
    const token = await forBox(kbid, await zone.caller(key.token));
    await zone.bus.request(
      deleteServiceAccount,
      { params: { account, kbid, service_account_id: key.serviceAccount } },
      as(owner),
    );
    await expect(refusalOf(zone.verify(token, 'query'))).resolves.toBe('unauthorized: Unauthorized');
  });

  it('of a user die with its token, and with its right to the knowledge box', async () => {
    const kbid = await zone.newBox();
    const users = (body: object) =>
      zone.bus.request(updateKnowledgeBoxUsers, { params: { account, kbid }, body }, as(owner));
    await users({ add: [{ id: member.id, role: 'SMEMBER' }] });
    const token = await forBox(kbid, member);
    await expect(zone.verify(token, 'query')).resolves.toMatchObject({
      kind: 'eph',
      id: member.id,
      kb: kbid,
      role: 'SMEMBER',
    });
    await users({ delete: [member.id] });
    await expect(refusalOf(zone.verify(token, 'query'))).resolves.toBe('unauthorized: Unauthorized');
    await users({ add: [{ id: member.id, role: 'SOWNER' }] });
    await expect(zone.verify(token, 'query')).resolves.toMatchObject({ role: 'SMEMBER' });
    livingTokens.delete('member-token');
    await expect(refusalOf(zone.verify(token, 'query'))).resolves.toBe('unauthorized: Unauthorized');
    livingTokens.add('member-token');
  });

  it('of a user who names no knowledge box need a path into one that is open to it', async () => {
    const kbid = await zone.newBox();
    await expect(refusalOf(forOwn(owner))).resolves.toMatch(/^invalid_request: /);
    await expect(
      zone.verify(await forOwn(owner, { path: `/api/v1/kb/${kbid}/search` }), 'query'),
    ).resolves.toMatchObject({ kb: kbid });
    await expect(refusalOf(forOwn(member, { path: `/kb/${kbid}` }))).resolves.toBe('forbidden: Forbidden');
    await expect(refusalOf(forOwn(owner, { path: '/kb/00000000-0000-4000-8000-000000000000' }))).resolves.toMatch(
      /^not_found: /,
    );
  });

  it('are not made by keys that live for seconds', async () => {
    const kbid = await zone.newBox();
    const temporal = await zone.caller(await zone.temporalKey(await zone.caller((await zone.newKey(kbid)).token)));
    await expect(refusalOf(forBox(kbid, temporal))).resolves.toBe('forbidden: Forbidden');
    await expect(refusalOf(forOwn(temporal))).resolves.toBe('forbidden: Forbidden');
  });
});

describe('access to a knowledge box', () => {
  it('has the role of a user on it, until it is deleted', async () => {
    const kbid = await zone.newBox();
    const resolve = (userId: string) =>
      zone.bus.request(resolveKnowledgeBoxAccess, { body: { kbid, userId } }, as(systemPrincipal));
    const settings = {
      kbid,
      account,
      state: 'PRIVATE',
      allowedOrigins: null,
      allowedIpAddresses: null,
      blockedFeatures: [],
    };
    await expect(resolve(owner.id)).resolves.toEqual({ ...settings, userRole: 'SOWNER' });
    await expect(resolve(member.id)).resolves.toEqual({ ...settings, userRole: null });
    await zone.deleteBox(kbid);
    await expect(refusalOf(resolve(owner.id))).resolves.toBe('not_found: Knowledge Box does not exist');
  });

  it('has the blocked features of its account, and a change of them at once', async () => {
    const kbid = await zone.newBox();
    const resolve = () => zone.bus.request(resolveKnowledgeBoxAccess, { body: { kbid } }, as(systemPrincipal));
    await expect(resolve()).resolves.toMatchObject({ blockedFeatures: [] });
    blockedFeatures.push('search');
    zone.bus.publish(accessChanged, { account });
    await expect(resolve()).resolves.toMatchObject({ blockedFeatures: ['search'] });
    blockedFeatures.length = 0;
    zone.bus.publish(accessChanged, { account });
    await expect(resolve()).resolves.toMatchObject({ blockedFeatures: [] });
  });

  it('is what another process made of it, at once', async () => {
    const kbid = await zone.newBox();
    const resolve = () => zone.bus.request(resolveKnowledgeBoxAccess, { body: { kbid } }, as(systemPrincipal));
    const boxes = zone.app.get(KnowledgeBoxRepository);
    await expect(boxes.get(kbid)).resolves.toMatchObject({ state: 'PRIVATE' });
    const publish = `UPDATE knowledge_boxes SET state = 'PUBLISHED' WHERE id = $1`;
    await zone.app.get(Transactions).run((tx) => tx.query(publish, [kbid]));
    await expect(resolve()).resolves.toMatchObject({ state: 'PUBLISHED' });
  });
});
