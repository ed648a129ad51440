import type { Sent } from '@lectern/client';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import {
  type CreateKnowledgeBoxPayload,
  getAccountKnowledgeBox,
  getKnowledgeBox,
  getKnowledgeBoxLogo,
  getPermissions,
  listAccountKnowledgeBoxes,
} from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { asCaller, asRole, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';
import { asUser } from '../harness/users';

const FORBIDDEN = { status: 403, body: { detail: 'Forbidden' } };
const HIDES_WITHOUT = 'Cannot hide new resources if the hidden resources feature is disabled';

inStandalone('slugs of knowledge boxes, %s', (mode) => {
  it('are taken once, however many boxes want one at the same time', async () => {
    const [slug, client] = [`wanted-${randomUUID()}`, server(mode)];
    const boxes = await Promise.all(Array.from({ length: 8 }, () => client.createKnowledgeBox()));
    const answers = await Promise.all(
      boxes.map((box) => server(mode).send('PATCH', box.accountPath, { body: { slug } })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 7 }, () => [409, { detail: `A knowledge box with the slug ${slug} exists already` }]),
    );
    const named = await Promise.all(boxes.map((box) => box.api(getAccountKnowledgeBox)));
    expect(named.filter((box) => box.slug === slug)).toHaveLength(1);
    const taken = await client.send('POST', `/account/${boxes[0]?.account}/kbs`, { body: { slug, title: 'Late' } });
    expect(taken.status).toBe(409);
  });
});

inStandalone('settings of a knowledge box, %s', (mode) => {
  const all: Sent<CreateKnowledgeBoxPayload> = {
    description: 'Of the sea',
    allowed_origins: ['https://good.example'],
    allowed_ip_addresses: ['127.0.0.1', '::1', '192.0.2.0/24'],
    search_configs: { mine: { kind: 'find' } },
    enforce_security: true,
    hidden_resources_enabled: true,
    hidden_resources_hide_on_creation: true,
  };

  it('are kept from creation, and each changes alone', async () => {
    const kb = await server(mode).createKnowledgeBox(all);
    const record = await kb.api(getAccountKnowledgeBox);
    expect(record).toMatchObject({ ...all, state: 'PRIVATE', prewarm_enabled: false, external_index_provider: null });
    await kb.modify({ title: 'Tides' });
    expect(await kb.api(getAccountKnowledgeBox)).toEqual({ ...record, title: 'Tides' });
    for (const [name, value] of Object.entries({
      ...all,
      description: 'Other',
      search_configs: {},
      slug: randomUUID(),
    })) {
      await kb.modify({ [name]: value });
      expect(await kb.api(getAccountKnowledgeBox)).toMatchObject({ [name]: value });
    }
    const emptied = { description: null, allowed_origins: null, allowed_ip_addresses: null };
    await kb.modify({ ...emptied, slug: null, title: null, search_configs: null, enforce_security: null });
    expect(await kb.api(getAccountKnowledgeBox)).toMatchObject({ ...emptied, title: 'Tides', enforce_security: true });
    expect(await kb.api(getKnowledgeBox)).toMatchObject({ config: { hidden_resources_enabled: true } });
    const { boxes } = await kb.api(listAccountKnowledgeBoxes, { query: { include_search_configs: true } });
    expect(boxes).toContainEqual(expect.objectContaining({ id: kb.id, search_configs: {} }));
  });

  it('hide new resources only where resources can be hidden', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const change = async (body: object) => {
      const answer = await kb.client.send('PATCH', kb.accountPath, { body });
      return [answer.status, answer.body];
    };
    const refused = [422, { detail: HIDES_WITHOUT }];
    expect(await change({ hidden_resources_hide_on_creation: true })).toEqual(refused);
    expect(await change({ hidden_resources_enabled: true, hidden_resources_hide_on_creation: true })).toEqual([
      200,
      {},
    ]);
    expect(await change({ hidden_resources_enabled: false })).toEqual(refused);
    expect(await change({ hidden_resources_enabled: false, hidden_resources_hide_on_creation: false })).toEqual([
      200,
      {},
    ]);
    const body = { slug: randomUUID(), title: 'Hidden', hidden_resources_hide_on_creation: true };
    const created = await kb.client.send('POST', `/account/${kb.account}/kbs`, { body });
    expect(created).toMatchObject({ status: 422, body: { detail: HIDES_WITHOUT } });
  });

  it('have bounds', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const status = async (body: object) => (await kb.client.send('PATCH', kb.accountPath, { body })).status;
    const origins = (count: number) => Array.from({ length: count }, (_, i) => `https://${i}.example`);
    expect(
      await status({ slug: 'a'.repeat(250), description: 'x'.repeat(10_000), allowed_origins: origins(256) }),
    ).toBe(200);
    await kb.modify({ allowed_origins: null });
    for (const body of [
      { slug: 'a'.repeat(251) },
      { slug: '' },
      { slug: 'Upper' },
      { slug: 'a b' },
      { title: '' },
      { description: 'x'.repeat(10_001) },
      { allowed_origins: origins(257) },
      { allowed_origins: ['x'.repeat(256)] },
      { allowed_ip_addresses: ['localhost'] },
      { allowed_ip_addresses: Array.from({ length: 257 }, () => '127.0.0.1') },
      { state: 'OPEN' },
      { enforce_security: 'perhaps' },
      { prewarm_enabled: true },
      { learning_configuration: { semantic_models: ['x'] } },
      { external_index_provider: { type: 'pinecone' } },
    ])
      expect([Object.keys(body), await status(body)]).toEqual([Object.keys(body), 422]);
  });
});

inStandalone('what a caller may do with a knowledge box, %s', (mode) => {
  it('is said of every role', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const permissions = async (role: KnowledgeBoxRole) => (await asUser(mode, kb, role)).api(getPermissions);
    const everything = ['READER', 'WRITER', 'OWNER', 'MANAGER'];
    expect(await permissions('SMEMBER')).toEqual({ permissions: ['READER'], role: 'SMEMBER' });
    expect(await permissions('SCONTRIBUTOR')).toEqual({ permissions: ['READER', 'WRITER'], role: 'SCONTRIBUTOR' });
    expect(await permissions('SOWNER')).toEqual({ permissions: everything, role: 'SOWNER' });
    expect(await kb.api(getPermissions)).toEqual({ permissions: everything, role: 'SOWNER' });
  });

  it('is not said of a box of others, nor to others', async () => {
    const [kb, other] = await Promise.all([server(mode).createKnowledgeBox(), server(mode).createKnowledgeBox()]);
    const [reader, key, nua] = await Promise.all([
      asUser(mode, kb, 'SMEMBER'),
      asRole(kb, 'SOWNER'),
      issueNuaKey(kb, { allow_kb_management: true }),
    ]);
    for (const what of ['permissions', 'logo.png']) {
      const path = `${kb.accountPath}/${what}`;
      expect(await reader.client.send('GET', `${other.accountPath}/${what}`)).toMatchObject(FORBIDDEN);
      for (const { client } of [key, asCaller(kb, nuaKey(nua.token))])
        expect(await client.send('GET', path)).toMatchObject(FORBIDDEN);
      expect((await caller(mode).send('GET', path)).status).toBe(401);
      expect((await kb.client.send('GET', `/account/${kb.account}/kb/${randomUUID()}/${what}`)).status).toBe(404);
      expect((await kb.client.send('GET', `/account/${randomUUID()}/kb/${kb.id}/${what}`)).status).toBe(404);
    }
  });

  it('includes looking for a logo, which no box has', async () => {
    const kb = await server(mode).createKnowledgeBox();
    await expect(kb.client.send('GET', `${kb.accountPath}/logo.png`)).resolves.toMatchObject({
      status: 404,
      body: { detail: 'Knowledge box logo not found' },
    });
    await expect(kb.api(getKnowledgeBoxLogo)).rejects.toMatchObject({ status: 404 });
  });
});
