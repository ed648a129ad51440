import {
  countContent,
  createKnowledgeBox,
  deleteKnowledgeBox,
  deleteServiceAccount,
  getKnowledgeBox,
  getTemporaryAccessToken,
  importNewKnowledgeBox,
  listKnowledgeBoxes,
  listServiceAccounts,
  listShards,
  createAgentSessionKey,
  modifyKnowledgeBox,
} from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { until } from '../harness/client';
import { apiKey, asCaller, asRole, asTemporal, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';
import { asUser } from '../harness/users';

const FORBIDDEN = { status: 403, body: { detail: 'Forbidden' } };
const MALFORMED = { status: 404, body: { detail: 'KnowledgeBox not found. UUID expected.' } };
const ON_PREMISES = 'This endpoint is for on-premises installations without accounts; use';

inStandalone('credentials for a session of a retrieval agent, %s', (mode) => {
  it('do not exist for a knowledge box', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const refusal = {
      status: 422,
      body: { detail: [{ loc: ['body', 'agent_session'], msg: expect.stringContaining('is no retrieval agent') }] },
    };
    const body = { agent_session: 'a' };
    await expect((await asRole(kb, 'SMEMBER')).api(createAgentSessionKey, { body })).rejects.toMatchObject(refusal);
    await expect(kb.client.send('POST', `${kb.accountPath}/ephemeral_tokens`, { body })).resolves.toMatchObject(
      refusal,
    );
  });
});

inStandalone('calls of installations without accounts, %s', (mode) => {
  it('name the call of the account instead', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const account = '/api/v1/account/{account}';
    for (const [operation, instead] of [
      [listKnowledgeBoxes, `GET ${account}/kbs`],
      [importNewKnowledgeBox, `POST ${account}/kbs, then POST /api/v1/kb/{kbid}/import`],
      [createKnowledgeBox, `POST ${account}/kbs`],
      [modifyKnowledgeBox, `PATCH ${account}/kb/{kbid}`],
      [deleteKnowledgeBox, `DELETE ${account}/kb/{kbid}`],
    ] as const)
      await expect(kb.api(operation)).rejects.toMatchObject({
        status: 403,
        body: { detail: `${ON_PREMISES} ${instead}` },
      });
    expect(await kb.api(getKnowledgeBox)).toMatchObject({ uuid: kb.id });
  });

  it('check id, key, box and role before that', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const { client: reader } = await asRole(kb, 'SMEMBER');
    for (const method of ['PATCH', 'DELETE']) {
      expect(await kb.client.send(method, '/kb/nonsense')).toMatchObject(MALFORMED);
      expect((await kb.client.send(method, `/kb/${randomUUID()}`)).status).toBe(404);
      expect(await reader.send(method, kb.path)).toMatchObject(FORBIDDEN);
      expect(await reader.send(method, `/kb/${randomUUID()}`)).toMatchObject(FORBIDDEN);
      expect((await caller(mode).send(method, kb.path)).status).toBe(401);
    }
    const { token } = await issueNuaKey(kb, { allow_kb_management: true });
    expect(await asCaller(kb, nuaKey(token)).client.send('GET', '/kbs')).toMatchObject(FORBIDDEN);
    expect((await caller(mode).send('GET', '/kbs')).status).toBe(401);
    expect(await reader.send('POST', '/kbs', { raw: '{' })).toMatchObject({ status: 403 });
  });
});

inStandalone('counters of a knowledge box, %s', (mode) => {
  it('are zero of an empty box', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const none = { resources: 0, paragraphs: 0, fields: 0, sentences: 0, index_size: 0 };
    expect(await kb.api(countContent)).toEqual(none);
    expect(await kb.api(countContent, { query: { debug: true } })).toEqual({ ...none, shards: [kb.id] });
    expect(await kb.api(listShards)).toEqual({
      kbid: kb.id,
      shards: [{ id: kb.id, paragraphs: 0, size_bytes: 0, vectorsets: [] }],
    });
  });

  it('are for guests those of what is public, and tell nothing of the rest', async () => {
    const kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    const texts = { a: { body: 'The sea is low.' }, b: { body: 'The moon is high.' } };
    await kb.createResource({ title: 'Tides', texts }, { wait: 'embedded' });
    await kb.modify({ state: 'PUBLISHED' });
    const guests = [kb.as(caller(mode)), await asUser(mode, kb)];
    const counted = () => Promise.all(guests.map((guest) => guest.api(countContent)));
    const open = { resources: 1, fields: 3, paragraphs: 3, sentences: 3, index_size: 0 };
    expect(await counted()).toEqual([open, open]);
    await Promise.all([
      kb.createResource({ title: 'Pay', security: { access_groups: ['hr'] }, texts }, { wait: 'embedded' }),
      kb.createResource({ title: 'Draft', hidden: true, texts }, { wait: 'embedded' }),
    ]);
    expect(await counted()).toEqual([open, open]);
    const reader = await asRole(kb, 'SMEMBER');
    expect(await reader.api(countContent)).toMatchObject({ resources: 3, fields: 9, paragraphs: 9, sentences: 9 });
  });

  it('follow what is added, hidden and deleted', async () => {
    const kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    const texts = { a: { body: 'The sea is low.' }, b: { body: 'The moon is high.' } };
    const [first, second] = await Promise.all([
      kb.createResource({ title: 'Tides', summary: 'Of the sea', texts }, { wait: 'embedded' }),
      kb.createResource({ title: 'Moons', texts: { a: texts.b }, hidden: true }, { wait: 'embedded' }),
    ]);
    const counted = await kb.api(countContent);
    expect(counted).toEqual({ resources: 2, fields: 6, paragraphs: 6, sentences: 6, index_size: expect.any(Number) });
    const { shards } = await kb.api(listShards);
    const [{ size_bytes: ofWords = 0, vectorsets = [] } = {}] = shards;
    const ofMeaning = vectorsets.map(({ size_bytes }) => size_bytes);
    expect(shards).toMatchObject([{ id: kb.id, paragraphs: 6, vectorsets: [{ vectors: 6 }] }]);
    expect(Math.min(ofWords, ...ofMeaning)).toBeGreaterThan(0);

    await Promise.all([first, second].map((rid) => kb.deleteResource(rid)));
    expect(await kb.api(countContent)).toMatchObject({ resources: 0, fields: 0 });
    await until(async () => {
      const { paragraphs, sentences } = await kb.api(countContent);
      return paragraphs + sentences === 0 ? true : undefined;
    }, 'the indexes hold nothing');
  });

  it('are for readers, and shards for managers', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const other = await server(mode).createKnowledgeBox();
    const [reader, owner] = await Promise.all([asRole(kb, 'SMEMBER'), asRole(kb, 'SOWNER')]);
    const grouped = await asTemporal(reader, { security_groups: ['a'] });
    expect(await reader.api(countContent)).toMatchObject({ resources: 0 });
    expect(await owner.api(listShards)).toMatchObject({ kbid: kb.id });
    expect(await reader.client.send('GET', `${kb.path}/shards`)).toMatchObject(FORBIDDEN);
    expect(await grouped.client.send('GET', `${kb.path}/counters`)).toMatchObject({ status: 403 });
    for (const what of ['counters', 'shards']) {
      expect(await owner.client.send('GET', `${other.path}/${what}`)).toMatchObject(FORBIDDEN);
      expect((await caller(mode).send('GET', `${kb.path}/${what}`)).status).toBe(401);
      expect(await kb.client.send('GET', `/kb/nonsense/${what}`)).toMatchObject(MALFORMED);
      expect((await kb.client.send('GET', `/kb/${randomUUID()}/${what}`)).status).toBe(404);
    }
    expect((await kb.client.send('GET', `${kb.path}/counters?debug=perhaps`)).status).toBe(422);
    await kb.modify({ state: 'PUBLISHED' });
    expect((await caller(mode).send('GET', `${kb.path}/counters`)).status).toBe(200);
    expect((await caller(mode).send('GET', `${kb.path}/shards`)).status).toBe(401);
  });
});

inStandalone('a temporary access token, %s', (mode) => {
  it('opens downloads by a plain address, for five minutes, and dies with its key', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const rid = await kb.upload(Buffer.from('a tide table'), { filename: 'tides.txt', contentType: 'text/plain' });
    const { data } = await kb.resource(rid, { show: ['values'] });
    const file = `${kb.path}/resource/${rid}/file/${Object.keys(data?.files ?? {})[0]}/download/field`;
    const key = await kb.key('SCONTRIBUTOR');
    const writer = asCaller(kb, apiKey(key));
    const { token } = await writer.api(getTemporaryAccessToken);
    const by = (path: string, method = 'GET') => caller(mode).send(method, `${path}?eph-token=${token}`);
    expect(await by(file)).toMatchObject({ status: 200, body: 'a tide table' });
    expect((await by(file, 'HEAD')).status).toBe(200);
    expect((await by(`${kb.path}/resources`, 'POST')).status).toBe(401);
    const { exp = 0 } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(exp - Date.now() / 1_000).toBeGreaterThan(200);
    expect(exp - Date.now() / 1_000).toBeLessThanOrEqual(300);

    const { serviceAccounts } = await kb.api(listServiceAccounts);
    for (const { id } of serviceAccounts) await kb.api(deleteServiceAccount, { params: { service_account_id: id } });
    expect((await by(file)).status).toBe(401);
  });

  it('is for the box that a user names, and nothing below it when the path is narrower', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const path = `${kb.path}/resources`;
    const { token } = await kb.client.api.call(getTemporaryAccessToken, { query: { path } });
    const status = async (at: string) => (await caller(mode).send('GET', `${at}?eph-token=${token}`)).status;
    expect([await status(path), await status(`${kb.path}/counters`)]).toEqual([200, 403]);
    const ask = (query: string) => kb.client.send('GET', `/temp-access-token${query}`);
    expect(await ask('')).toMatchObject({ status: 422, body: { detail: expect.stringContaining('must name') } });
    expect((await ask(`?path=/kb/${randomUUID()}`)).status).toBe(404);
    expect((await ask('?path=kb')).status).toBe(422);
    expect((await ask(`?path=${kb.path}/${'a'.repeat(2_048)}`)).status).toBe(422);
  });

  it('is not made with a key that lives shorter, nor without one', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const temporal = await asTemporal(await asRole(kb, 'SMEMBER'));
    expect((await temporal.client.send('GET', '/temp-access-token')).status).toBe(403);
    expect((await caller(mode).send('GET', '/temp-access-token')).status).toBe(401);
  });
});
