import { createHash } from 'node:crypto';
import { validate } from '@lectern/contracts/core';
import {
  createNuaClient,
  deleteNuaClient,
  getNuaClient,
  listKnowledgeBoxUsers,
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  listNuaClientActivity,
  listNuaClients,
  modifyNuaClient,
  NUA_CLIENT_EVENTS_MAX,
  NuaClientPayload,
  readNuaClientWebhook,
  renewNuaClientKey,
  updateKnowledgeBoxUsers,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  account,
  as,
  claimsOf,
  foreignAccount,
  member,
  owner,
  refusalOf,
} from '../../../resource-store/fixtures/zone-process';
import { Zone } from '../../fixtures/zone';

let zone: Zone;
beforeAll(async () => {
  zone = await Zone.start();
});
afterAll(() => zone.stop());

describe('NUA clients', () => {
  const create = (payload: object = {}) =>
    zone.bus.request(
      createNuaClient,
      {
        params: { account },
        body: validate(NuaClientPayload, { title: 'Robot', contact: 'a@example.org', ...payload }),
      },
      as(owner),
    );

  it('have a key that the standard base64 alphabet decodes, and that says nothing of the account', async () => {
    const { client_id, token } = await create({ client_id: 'robot:1.x_y-z', allow_kb_management: true });
    expect(token.split('.')[1]).not.toMatch(/[-_]/);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64').toString());
    expect(claims).toEqual({
      iss: 'https://zone.example',
      sub: 'robot:1.x_y-z',
      key: expect.any(String),
      exp: 253_370_764_800,
      allow_kb_management: true,
    });
    await expect(zone.verify(token, 'nua')).resolves.toEqual({
      kind: 'nua',
      id: client_id,
      account,
      key: claims.key,
      allowKbManagement: true,
    });
    for (const carrier of ['service-account', 'authorization', 'query'] as const)
      await expect(refusalOf(zone.verify(token, carrier))).resolves.toBe('unauthorized: Unauthorized');
  });

  it('get a new key, and the old one is refused at once', async () => {
    const { client_id, internal_id, token } = await create();
    await zone.forgotten();
    const renewed = await zone.bus.request(renewNuaClientKey, { params: { account, client_id } }, as(owner));
    expect(renewed).toMatchObject({ client_id, internal_id });
    await expect(refusalOf(zone.verify(token, 'nua'))).resolves.toBe('unauthorized: Unauthorized');
    await expect(zone.verify(renewed.token, 'nua')).resolves.toMatchObject({ id: client_id });
    expect(await zone.forgotten()).toContainEqual({ key: claimsOf(token).key });
  });

  it('have a secret for webhooks that no key leads to: sealed, shown once, and new with each key', async () => {
    const { client_id: clientId, internal_id, token, webhook_secret: secret } = await create();
    const target = { params: { account, client_id: clientId } };
    const signing = async () =>
      (await zone.bus.request(readNuaClientWebhook, { body: { account, clientId } }, as(owner))).signingSecret;
    expect(await signing()).toBe(secret);
    expect(secret).not.toBe(createHash('sha256').update(token).digest('hex'));
    const rows = await zone.app
      .get(Transactions)
      .run((tx) => tx.query('SELECT * FROM nua_clients WHERE internal_id = $1', [internal_id]));
    const record = await zone.bus.request(getNuaClient, target, as(owner));
    expect(JSON.stringify([rows, record])).not.toContain(secret);
    const { webhook_secret: next } = await zone.bus.request(renewNuaClientKey, target, as(owner));
    expect([next === secret, await signing()]).toEqual([false, next]);
  });

  it('of an earlier version have no secret for webhooks until their key is renewed', async () => {
    const { client_id: clientId, internal_id } = await create();
    await zone.app
      .get(Transactions)
      .run((tx) =>
        tx.query('UPDATE nua_clients SET sealed_webhook_secret = NULL WHERE internal_id = $1', [internal_id]),
      );
    const webhook = () => zone.bus.request(readNuaClientWebhook, { body: { account, clientId } }, as(owner));
    expect(await webhook()).toEqual({});
    const { webhook_secret: secret } = await zone.bus.request(
      renewNuaClientKey,
      { params: { account, client_id: clientId } },
      as(owner),
    );
    expect(await webhook()).toEqual({ signingSecret: secret });
  });

  it('are created once for each client id', async () => {
    const { client_id } = await create({ client_id: 'once' });
    await expect(refusalOf(create({ client_id }))).resolves.toMatch(/^conflict: /);
    for (const bad of ['a>b', 'a?b', 'a~b', 'ä', '', ' '])
      await expect(async () => create({ client_id: bad })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('are found by either id, changed, and deleted with their key', async () => {
    const made = await create({
      tokens_limit: 5,
      description: 'd',
      processing_webhook: { uri: 'https://hook.example/x', headers: { authorization: 'secret' } },
    });
    const byEither = [made.client_id, made.internal_id].map((client_id) => ({ params: { account, client_id } }));
    for (const target of byEither) {
      const record = await zone.bus.request(getNuaClient, target, as(owner));
      expect(record).toMatchObject({
        client_id: made.client_id,
        title: 'Robot',
        tokens_limit: 5,
        description: 'd',
        allow_kb_management: false,
      });
      expect(record.processing_webhook).toEqual({
        uri: 'https://hook.example/x',
        headers: { authorization: '********' },
      });
    }
    const [target = { params: { account, client_id: '' } }] = byEither;
    await expect(
      zone.bus.request(modifyNuaClient, { ...target, body: { title: 'Other', tokens_limit: null } }, as(owner)),
    ).resolves.toMatchObject({ title: 'Other', contact: 'a@example.org', tokens_limit: null });
    const list = await zone.bus.request(
      listNuaClients,
      { params: { account }, query: { client_id: made.client_id } },
      as(owner),
    );
    expect(list.clients.map(({ title }) => title)).toEqual(['Other']);
    await zone.bus.request(deleteNuaClient, target, as(owner));
    await expect(refusalOf(zone.verify(made.token, 'nua'))).resolves.toBe('unauthorized: Unauthorized');
    await expect(refusalOf(zone.bus.request(getNuaClient, target, as(owner)))).resolves.toBe(
      'not_found: NUA client not found',
    );
  });

  describe('have an activity', () => {
    const activityOf = (client_id: string, page = 0) =>
      zone.bus.request(listNuaClientActivity, { params: { account, client_id }, query: { page } }, as(owner));

    it('of what was done to them and with their key, newest first', async () => {
      const { client_id, internal_id } = await create();
      const target = { params: { account, client_id } };
      const kbid = await zone.newBox();
      const robot = as({ kind: 'nua', id: client_id, account, roles: [] });
      const body = { title: 'By the robot', role: 'SMEMBER' } as const;
      const { id } = await zone.bus.request(createServiceAccount, { params: { account, kbid }, body }, robot);
      const service = { params: { account, kbid, service_account_id: id } };
      const expires = Math.floor(Date.now() / 1_000) + 3_600;
      const key = await zone.bus.request(createServiceAccountKey, { ...service, body: { expires } }, robot);
      await zone.bus.request(deleteServiceAccount, service, robot);
      await zone.bus.request(modifyNuaClient, { ...target, body: { title: 'Robot', contact: 'b' } }, as(owner));
      await zone.bus.request(modifyNuaClient, { ...target, body: { title: 'Robot' } }, as(owner));
      await zone.bus.request(renewNuaClientKey, target, as(owner));
      // Actions of others are not part of its activity.
      await zone.bus.request(createServiceAccount, { params: { account, kbid }, body }, as(owner));

      const { events, pagination } = await activityOf(internal_id);
      const byOwner = { kind: owner.kind, id: owner.id };
      const itself = { kind: 'nua', id: client_id };
      const ofAccount = { kbid, service_account_id: id };
      expect(events.map(({ kind, actor, details }) => ({ kind, actor, details }))).toEqual([
        { kind: 'key_renewed', actor: byOwner, details: {} },
        { kind: 'modified', actor: byOwner, details: { changed: ['contact'] } },
        { kind: 'service_account_deleted', actor: itself, details: ofAccount },
        { kind: 'api_key_created', actor: itself, details: { ...ofAccount, key_id: key.id } },
        { kind: 'service_account_created', actor: itself, details: ofAccount },
        { kind: 'created', actor: byOwner, details: {} },
      ]);
      expect(pagination).toEqual({ page: 0, size: 25, last: true });
      const dates = events.map(({ date }) => date);
      expect(dates).toEqual(dates.toSorted().reverse());
    });

    it('in pages, of which so many are kept as are promised', async () => {
      const { client_id, internal_id } = await create();
      const older = `INSERT INTO nua_client_events
        SELECT gen_random_uuid(), $1, 'modified', 'user', n::text, '{}', now() - n * interval '1 second'
        FROM generate_series(1, $2) n`;
      await zone.app
        .get(Transactions)
        .run((tx) => tx.query(older, [internal_id, NUA_CLIENT_EVENTS_MAX + 20]).then(() => undefined));
      await zone.bus.request(renewNuaClientKey, { params: { account, client_id } }, as(owner));
      const first = await activityOf(client_id);
      expect(first.events.map(({ kind }) => kind).slice(0, 2)).toEqual(['key_renewed', 'created']);
      expect([first.events.length, first.pagination.last]).toEqual([25, false]);
      const last = await activityOf(client_id, NUA_CLIENT_EVENTS_MAX / 25 - 1);
      expect([last.events.length, last.pagination.last]).toEqual([25, true]);
      expect(last.events.at(-1)?.actor.id).toBe(String(NUA_CLIENT_EVENTS_MAX - 2));
      expect((await activityOf(client_id, 41)).events).toEqual([]);
    });

    it('that goes with them, and is not found by way of another account', async () => {
      const { client_id } = await create();
      const foreign = { params: { account: foreignAccount, client_id }, query: { page: 0 } };
      await expect(refusalOf(zone.bus.request(listNuaClientActivity, foreign, as(owner)))).resolves.toMatch(
        /^not_found: /,
      );
      await zone.bus.request(deleteNuaClient, { params: { account, client_id } }, as(owner));
      await expect(refusalOf(activityOf(client_id))).resolves.toBe('not_found: NUA client not found');
    });
  });

  it('are not found by way of another account', async () => {
    const { client_id } = await create();
    await expect(
      refusalOf(zone.bus.request(getNuaClient, { params: { account: foreignAccount, client_id } }, as(owner))),
    ).resolves.toMatch(/^not_found: /);
  });
});

describe('users of a knowledge box', () => {
  it('are added, changed and removed, and gateways forget them', async () => {
    const kbid = await zone.newBox();
    const target = { params: { account, kbid } };
    const list = async (include_user_detail = false) =>
      (await zone.bus.request(listKnowledgeBoxUsers, { ...target, query: { include_user_detail } }, as(owner))).users;
    const update = (body: object) => zone.bus.request(updateKnowledgeBoxUsers, { ...target, body }, as(owner));
    expect(await list()).toEqual([{ id: owner.id, role: 'SOWNER' }]);
    await zone.forgotten();
    await update({ add: [{ id: member.id, role: 'SMEMBER' }] });
    expect(await zone.forgotten()).toEqual([{ user: member.id }]);
    await update({ update: [{ id: member.id, role: 'SCONTRIBUTOR' }] });
    expect(await list(true)).toContainEqual({
      id: member.id,
      role: 'SCONTRIBUTOR',
      name: 'member-token',
      email: 'member-token@example.org',
    });
    await update({ delete: [member.id] });
    expect(await list()).toEqual([{ id: owner.id, role: 'SOWNER' }]);
  });

  it('must exist', async () => {
    const kbid = await zone.newBox();
    const add = [
      { id: member.id, role: 'SMEMBER' as const },
      { id: '99999999-0000-4000-8000-000000000000', role: 'SMEMBER' as const },
    ];
    await expect(
      refusalOf(zone.bus.request(updateKnowledgeBoxUsers, { params: { account, kbid }, body: { add } }, as(owner))),
    ).resolves.toMatch(/^not_found: /);
    await expect(
      zone.bus.request(
        listKnowledgeBoxUsers,
        { params: { account, kbid }, query: { include_user_detail: false } },
        as(owner),
      ),
    ).resolves.toEqual({ users: [{ id: owner.id, role: 'SOWNER' }] });
  });
});
