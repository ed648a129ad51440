import {
  type BackupRecord,
  createBackup,
  createSearchConfiguration,
  deleteAccountKnowledgeBox,
  deleteBackup,
  getAccountKnowledgeBox,
  getField,
  getSearchConfiguration,
  listBackups,
  listLabelsets,
  listResources,
  putConversationField,
  putLabelset,
  restoreBackup,
} from '@lectern/contracts/knowledge-box';
import { getKnowledgeBoxConfiguration, updateKnowledgeBoxConfiguration } from '@lectern/contracts/understanding';
import { randomBytes, randomUUID } from 'node:crypto';
import { Client, KnowledgeBoxClient, until } from '../harness/client';
import { apiKey, asCaller, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const MIB = 1024 ** 2;
const newSlug = () => `restored-${randomUUID()}`;

async function backupsOf(kb: KnowledgeBoxClient): Promise<readonly BackupRecord[]> {
  // The body is the list itself.
  return (await kb.client.send('GET', `/account/${kb.account}/backups`)).body as readonly BackupRecord[];
}

async function untilComplete(kb: KnowledgeBoxClient, id: string): Promise<BackupRecord> {
  return until(async () => {
    const backup = (await backupsOf(kb)).find((one) => one.id === id);
    return backup?.status === 'running' ? undefined : backup;
  }, 'the backup is complete');
}

async function newBackup(kb: KnowledgeBoxClient): Promise<string> {
  const { id } = await kb.api(createBackup, { body: { kb_id: kb.id } });
  await untilComplete(kb, id);
  return id;
}

async function labelsetsOf(kb: KnowledgeBoxClient): Promise<unknown> {
  return (await kb.api(listLabelsets)).labelsets;
}

async function chatOf(kb: KnowledgeBoxClient, rid: string): Promise<unknown> {
  const params = { rid, field_type: 'conversation' as const, field_id: 'chat' };
  return (await kb.api(getField, { params })).value;
}

inStandalone('Backups of an account (%s)', (mode) => {
  it('outlive their box, and make a new one with its content and settings', async () => {
    const kb = await server(mode).createKnowledgeBox({
      description: 'Of ibexes',
      enforce_security: true,
      hidden_resources_enabled: true,
      search_configs: { mine: 1 },
      learning_configuration: {},
    });
    const secret = { uri: 'http://10.1.2.3/', headers: { authorization: 'Bearer of-a-secret' } };
    const rid = await kb.createResource({ texts: { note: { body: 'The ibex climbs.' } }, links: { page: secret } });
    await kb.createResource({ hidden: true, texts: { note: { body: 'A hidden ibex.' } } });
    const messages = [{ ident: 'q', content: { text: 'Who climbs?' } }];
    await kb.api(putConversationField, { params: { rid, field_id: 'chat' }, body: { messages } });
    await kb.api(putLabelset, { params: { labelset: 'animals' }, body: { labels: [{ title: 'Ibex' }] } });
    const few = { kind: 'find' as const, config: { top_k: 3 } };
    await kb.api(createSearchConfiguration, { params: { name: 'few' }, body: few });
    await kb.api(updateKnowledgeBoxConfiguration, { body: { summary: 'extended' } });
    await kb.untilProcessed(rid);
    const [labelsets, chat] = [await labelsetsOf(kb), await chatOf(kb, rid)];
    const id = await newBackup(kb);
    await kb.api(deleteAccountKnowledgeBox);

    const slug = newSlug();
    const made = await kb.api(restoreBackup, { params: { backup_id: id }, body: { slug, title: 'Restored' } });
    const restored = new KnowledgeBoxClient(kb.client, made.id, kb.account);
    await until(async () => {
      const { resources } = await restored.api(listResources);
      return resources.length === 2 || undefined;
    }, 'the box is filled');
    await restored.untilProcessed(rid);
    expect(await restored.api(getAccountKnowledgeBox)).toMatchObject({
      slug,
      title: 'Restored',
      description: 'Of ibexes',
      state: 'PRIVATE',
      search_configs: { mine: 1 },
      enforce_security: true,
      hidden_resources_enabled: true,
    });
    expect(await restored.api(getKnowledgeBoxConfiguration)).toMatchObject({ summary: 'extended' });
    const { data } = await restored.resource(rid, { show: ['values'] });
    expect(data?.links?.['page']?.value).toMatchObject(secret);
    expect([await labelsetsOf(restored), await chatOf(restored, rid)]).toEqual([labelsets, chat]);
    expect(await restored.api(getSearchConfiguration, { params: { name: 'few' } })).toEqual(few);
    expect(await restored.foundTexts({ query: 'climbs', features: ['keyword'] })).toContain('The ibex climbs.');
  });
});

inStandalone('Backups (%s)', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (method: string, path: string, body?: object) =>
    kb.client.send(method, `/account/${kb.account}${path}`, { body });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    await kb.createResource({ texts: { note: { body: 'A stone.' } } }, { wait: 'searchable' });
  });

  it('are listed with their box and size, and deleted', async () => {
    const { id } = await kb.api(createBackup, { body: { kb_id: kb.id } });
    const { slug, title } = await kb.api(getAccountKnowledgeBox);
    expect(await untilComplete(kb, id)).toEqual({
      id,
      account_id: kb.account,
      status: 'finished',
      error: null,
      size: expect.any(Number),
      started_at: expect.any(String),
      finished_at: expect.any(String),
      kb_data: { id: kb.id, slug, title },
    });
    expect((await kb.api(listBackups)).backups.some((one) => one.id === id)).toBe(true);
    await kb.api(deleteBackup, { params: { backup_id: id } });
    expect((await backupsOf(kb)).some((one) => one.id === id)).toBe(false);
    for (const [method, path, body] of [
      ['DELETE', '', undefined],
      ['POST', '/restore', { slug: newSlug(), title: 'Restored' }],
    ] as const) {
      const answer = await send(method, `/backup/${id}${path}`, body);
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Backup not found' }]);
    }
    expect((await send('DELETE', '/backup/none')).status).toBe(404);
  });

  it('are not made of boxes that do not exist', async () => {
    const unknown = await send('POST', '/backups', { kb_id: randomUUID() });
    expect([unknown.status, unknown.body]).toEqual([404, { detail: 'Knowledge Box does not exist' }]);
    expect((await send('POST', '/backups', { kb_id: 'none' })).status).toBe(422);
    expect((await send('POST', '/backups', {})).status).toBe(422);
  });

  it('are restored when they are complete, under a slug that is free', async () => {
    const large = await server(mode).createKnowledgeBox();
    await large.upload(randomBytes(48 * MIB), { filename: 'large.bin', contentType: 'application/octet-stream' });
    const { id } = await large.api(createBackup, { body: { kb_id: large.id } });
    const early = await send('POST', `/backup/${id}/restore`, { slug: newSlug(), title: 'Early' });
    expect([early.status, early.body]).toEqual([
      409,
      { detail: 'Backup is still in progress. Please wait until it is completed.' },
    ]);
    await untilComplete(large, id);
    const { slug } = await kb.api(getAccountKnowledgeBox);
    const taken = await send('POST', `/backup/${id}/restore`, { slug, title: 'Taken' });
    expect([taken.status, taken.body]).toEqual([
      409,
      { detail: `A knowledge box with the slug ${slug} exists already` },
    ]);
    expect((await send('POST', `/backup/${id}/restore`, { slug: 'No Slug', title: 'T' })).status).toBe(422);

    const restore = () => send('POST', `/backup/${id}/restore`, { slug: newSlug(), title: 'One of many' });
    const many = await Promise.all(Array.from({ length: 8 }, restore));
    const refused = many.filter(({ status }) => status === 429);
    expect(many.filter(({ status }) => status === 201).length + refused.length).toBe(8);
    expect(JSON.stringify(refused[0]?.body)).toContain('Knowledge Box is currently being created');
    const one = many.find(({ status }) => status === 201)?.body as { readonly id: string };
    const restored = new KnowledgeBoxClient(kb.client, one.id, kb.account);
    await large.api(deleteBackup, { params: { backup_id: id } });
    await until(
      async () => ((await restored.api(listResources)).resources.length === 1 ? true : undefined),
      'a box is filled from a backup that was deleted meanwhile',
    );
  });

  it('of one slug at once make one box', async () => {
    const id = await newBackup(kb);
    const body = { slug: newSlug(), title: 'One' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('POST', `/backup/${id}/restore`, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [201, 409, 429].includes(status))).toBe(true);
  });

  it('are for NUA keys that manage boxes, and for no other key', async () => {
    const [flagged, plain] = await Promise.all([issueNuaKey(kb, { allow_kb_management: true }), issueNuaKey(kb)]);
    const statusOf = async (credential: Readonly<Record<string, string>>) => {
      const client: Client = asCaller(kb, credential).client;
      return (await client.send('GET', `/account/${kb.account}/backups`)).status;
    };
    expect(await statusOf(nuaKey(flagged.token))).toBe(200);
    expect(await statusOf(nuaKey(plain.token))).toBe(403);
    expect(await statusOf(apiKey(await kb.key('SOWNER')))).toBe(403);
    expect(await statusOf({})).toBe(401);
  });
});
