import { throughDoor } from '@lectern/contracts/core';
import { appendMessages, createKvSchema, type FieldData } from '@lectern/contracts/knowledge-box';
import {
  addExtractStrategy,
  addModelsConfiguration,
  addSplitStrategy,
  deleteKnowledgeBoxTask,
  disableExtractStrategy,
  disableSplitStrategy,
  getExtractStrategy,
  getSplitStrategy,
  listExtractStrategies,
  listKnowledgeBoxTasks,
  listSplitStrategies,
  startKnowledgeBoxTask,
} from '@lectern/contracts/understanding';
import type { ScriptedProvider } from '@lectern/testing';
import { readFile } from 'node:fs/promises';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { asRole, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { exported, imported } from '../harness/transfers';
import { tusUpload } from '../harness/tus';
import { startWithProvider } from '../harness/with-provider';

const listKnowledgeBoxExtractStrategies = throughDoor(
  listExtractStrategies,
  'understanding.extract-strategy.list-for-box',
);
const addKnowledgeBoxExtractStrategy = throughDoor(addExtractStrategy, 'understanding.extract-strategy.add-for-box');
const getKnowledgeBoxExtractStrategy = throughDoor(getExtractStrategy, 'understanding.extract-strategy.get-for-box');
const disableKnowledgeBoxExtractStrategy = throughDoor(
  disableExtractStrategy,
  'understanding.extract-strategy.disable-for-box',
);
const listKnowledgeBoxSplitStrategies = throughDoor(listSplitStrategies, 'understanding.split-strategy.list-for-box');
const addKnowledgeBoxSplitStrategy = throughDoor(addSplitStrategy, 'understanding.split-strategy.add-for-box');
const getKnowledgeBoxSplitStrategy = throughDoor(getSplitStrategy, 'understanding.split-strategy.get-for-box');
const disableKnowledgeBoxSplitStrategy = throughDoor(
  disableSplitStrategy,
  'understanding.split-strategy.disable-for-box',
);

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
/** Eleven blocks, as a caller wrote them. */
const blocks = Array.from({ length: 11 }, (_, at) => `Block ${at}. It has two sentences.`);
const TEXT = blocks.join('\n\n');
const manual = { name: 'blank lines', custom_split: 1, manual_split: { splitter: '\n\n' } } as const;

inStandalone('strategies, %s', (mode) => {
  it('cut a text exactly where they say', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const { id } = await kb.api(addKnowledgeBoxSplitStrategy, { body: manual });
    const rid = await kb.createResource(
      { texts: { cut: { body: TEXT, split_strategy: id }, plain: { body: TEXT } } },
      { wait: 'searchable' },
    );
    const { data } = await kb.resource(rid, { show: ['values', 'extracted'], extracted: ['text', 'metadata'] });
    const { cut, plain } = data?.texts ?? {};
    expect(cut?.value).toMatchObject({ split_strategy: id, extract_strategy: '' });
    expect(cut?.extracted?.text?.text).toBe(TEXT);
    const found = cut?.extracted?.metadata?.metadata;
    expect(found?.paragraphs.map(({ start, end }) => TEXT.slice(start, end))).toEqual(blocks);
    expect(found?.strategies).toEqual({ split: { id, name: 'blank lines' } });
    expect(plain?.extracted?.metadata?.metadata.paragraphs).toHaveLength(1);
    expect(plain?.extracted?.metadata?.metadata).not.toHaveProperty('strategies');
  });
});

inStandalone('strategies, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nua: Client;
  const unknown = '00000000-0000-4000-8000-000000000000';

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    nua = new Client(kb.client.origin, nuaKey((await issueNuaKey(kb)).token));
  });

  const metadataOf = async (rid: string, field: 'texts' | 'files' | 'links', id?: string) => {
    const { data } = await kb.resource(rid, { show: ['values', 'extracted', 'errors'], extracted: ['metadata'] });
    const [found] = Object.entries(data?.[field] ?? {}).filter(([name]) => id === undefined || name === id);
    return found?.[1];
  };
  const refused = async (path: string, body: object) => {
    const answer = await kb.client.send('POST', `${kb.path}/${path}`, { body });
    return [answer.status, JSON.stringify(answer.body)];
  };

  it('to extract are added, listed, read and deleted', async () => {
    const body = { name: 'strategy1', vllm_config: {} };
    const { id } = await kb.api(addKnowledgeBoxExtractStrategy, { body });
    expect(await kb.api(listKnowledgeBoxExtractStrategies)).toEqual({ [id]: body });
    const target = { params: { kbid: kb.id, strategy_id: id } };
    expect(await kb.api(getKnowledgeBoxExtractStrategy, target)).toEqual(body);
    expect(await nua.api.call(getExtractStrategy, target)).toEqual(body);
    await kb.api(disableKnowledgeBoxExtractStrategy, target);
    expect(await kb.api(listKnowledgeBoxExtractStrategies)).toEqual({});
    await expect(kb.api(getKnowledgeBoxExtractStrategy, target)).rejects.toMatchObject({ status: 404 });
    await expect(kb.api(disableKnowledgeBoxExtractStrategy, target)).rejects.toMatchObject({ status: 404 });
  });

  it('to split are added, listed, read and deleted', async () => {
    const { id } = await kb.api(addKnowledgeBoxSplitStrategy, { body: manual });
    expect(await kb.api(listKnowledgeBoxSplitStrategies)).toMatchObject({ [id]: manual });
    const target = { params: { kbid: kb.id, strategy_id: id } };
    expect(await kb.api(getKnowledgeBoxSplitStrategy, target)).toEqual(manual);
    await kb.api(disableKnowledgeBoxSplitStrategy, target);
    await expect(kb.api(getKnowledgeBoxSplitStrategy, target)).rejects.toMatchObject({ status: 404 });
  });

  it('are kept for boxes elsewhere that have a configuration', async () => {
    const params = { kbid: `elsewhere_${kb.id.slice(0, 8)}` };
    await expect(nua.api.call(listSplitStrategies, { params })).rejects.toMatchObject({ status: 404 });
    await expect(nua.api.call(addExtractStrategy, { params, body: {} })).rejects.toMatchObject({ status: 404 });
    await nua.api.call(addModelsConfiguration, { params, body: {} });
    const { id: split } = await nua.api.call(addSplitStrategy, { params, body: manual });
    const { id: extract } = await nua.api.call(addExtractStrategy, { params, body: { name: 'x', ai_tables: null } });
    expect(await nua.api.call(listSplitStrategies, { params })).toEqual({ [split]: manual });
    expect(await nua.api.call(listExtractStrategies, { params })).toEqual({
      [extract]: { name: 'x', ai_tables: null },
    });
    const target = { params: { ...params, strategy_id: split } };
    expect(await nua.api.call(getSplitStrategy, target)).toEqual(manual);
    await nua.api.call(disableSplitStrategy, target);
    await expect(nua.api.call(getSplitStrategy, target)).rejects.toMatchObject({ status: 404 });
    await nua.api.call(disableExtractStrategy, { params: { ...params, strategy_id: extract } });
    expect(await nua.api.call(listExtractStrategies, { params })).toEqual({});
  });

  it('are refused where they cannot be what they say', async () => {
    expect(await refused('split_strategies', { custom_split: 1 })).toEqual([422, expect.stringContaining('manual')]);
    expect(await refused('split_strategies', { manual_split: { splitter: '#' } })).toEqual([
      422,
      expect.stringContaining('custom_split 1'),
    ]);
    for (const wrong of [
      { max_paragraph: 3 },
      { custom_split: 3 },
      { custom_split: 1, manual_split: { splitter: '' } },
    ])
      expect(await refused('split_strategies', wrong)).toEqual([422, expect.any(String)]);
    const model = { llm: { generative_model: 'no-such' } };
    const has = expect.stringContaining('has local');
    expect(await refused('split_strategies', { custom_split: 2, llm_split: model })).toEqual([422, has]);
    expect(await refused('extract_strategies', { vllm_config: model })).toEqual([422, has]);
    const blind = { ai_tables: { llm: { generative_model: 'local' } } };
    expect(await refused('extract_strategies', blind)).toEqual([422, expect.stringContaining('reads no images')]);
    const key = { vllm_config: { llm: { user_keys: { openai_compat: { key: 'sk' } } } } };
    expect(await refused('extract_strategies', key)).toEqual([422, expect.stringContaining('no model server')]);
  });

  it('are read by readers and changed by owners', async () => {
    const reader = await asRole(kb, 'SMEMBER');
    expect(await reader.api(listKnowledgeBoxExtractStrategies)).toEqual({});
    await expect(reader.api(addKnowledgeBoxSplitStrategy, { body: manual })).rejects.toMatchObject({ status: 403 });
  });

  it('fail fields that name one that is not there', async () => {
    const rid = await kb.createResource({ texts: { a: { body: TEXT, extract_strategy: unknown } } });
    await kb.untilProcessed(rid);
    const field = await metadataOf(rid, 'texts');
    expect(field).toMatchObject({ status: 'ERROR', value: { extract_strategy: unknown } });
    expect(field?.errors).toMatchObject([{ code: 2, code_str: 'PROCESS', body: expect.stringContaining(unknown) }]);
  });

  it('of a field take precedence of those of its request', async () => {
    const [{ id: lines }, { id: blank }] = await Promise.all([
      kb.api(addKnowledgeBoxSplitStrategy, { body: { custom_split: 1, manual_split: { splitter: '. ' } } }),
      kb.api(addKnowledgeBoxSplitStrategy, { body: manual }),
    ]);
    const messages = [{ ident: 'a', content: { text: TEXT } }];
    const rid = await kb.createResource({
      texts: { own: { body: TEXT, split_strategy: lines }, other: { body: TEXT, split_strategy: '' } },
      conversations: { chat: { messages } },
      processing_options: { split_strategy: blank },
    });
    await kb.api(appendMessages, { params: { rid, field_id: 'chat' }, body: [{ ...messages[0], ident: 'b' }] });
    await kb.untilProcessed(rid);
    const { data } = await kb.resource(rid, { show: ['values', 'extracted'], extracted: ['metadata'] });
    const counts = (field: FieldData | undefined) => [
      field?.value,
      field?.extracted?.metadata?.metadata.paragraphs.length,
    ];
    expect(counts(data?.texts?.['own'])).toEqual([expect.objectContaining({ split_strategy: lines }), 12]);
    expect(counts(data?.texts?.['other'])).toEqual([expect.objectContaining({ split_strategy: blank }), 11]);
    const chat = data?.conversations?.['chat'];
    expect(chat?.value).toMatchObject({ total: 2, split_strategy: blank });
    const splits = chat?.extracted?.metadata?.split_metadata ?? {};
    expect(Object.values(splits).map(({ paragraphs }) => paragraphs.length)).toEqual([11, 11]);
  });

  it('go with a knowledge box into another one', async () => {
    const { id } = await kb.api(addKnowledgeBoxSplitStrategy, { body: manual });
    const message = { ident: 'a', content: { text: TEXT } };
    const rid = await kb.createResource(
      { conversations: { chat: { messages: [message], split_strategy: id } } },
      { wait: 'embedded' },
    );
    const other = await server(mode).createKnowledgeBox();
    expect(await imported(other, await exported(kb))).toMatchObject({ status: 'finished' });
    expect(await other.api(listKnowledgeBoxSplitStrategies)).toEqual(await kb.api(listKnowledgeBoxSplitStrategies));
    const { data } = await other.resource(rid, { show: ['values'] });
    expect(data?.conversations?.['chat']?.value).toMatchObject({ total: 1, split_strategy: id });
  });

  it('are named by uploads', async () => {
    const { id } = await kb.api(addKnowledgeBoxSplitStrategy, { body: manual });
    const file = { filename: 'a.txt', contentType: 'text/plain' };
    const headers = { 'x-split-strategy': id };
    const uploaded = await kb.upload(Buffer.from(TEXT), { ...file, headers });
    const resumed = [
      await tusUpload(kb, Buffer.from(`${TEXT}!`), { headers, metadata: { filename: 'b.txt' } }),
      await tusUpload(kb, Buffer.from(`${TEXT}?`), { metadata: { filename: 'c.txt', split_strategy: id } }),
    ];
    for (const rid of [uploaded, ...resumed.map(({ header }) => header('kbdb-resource')?.split('/').at(-1) ?? '')]) {
      await kb.untilProcessed(rid);
      const found = await metadataOf(rid, 'files');
      expect(found?.value).toMatchObject({ split_strategy: id });
      expect(found?.extracted?.metadata?.metadata.paragraphs).toHaveLength(11);
    }
  });
});

inStandalone('strategies that ask a model server, %s', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    ({ provider, deployment } = await startWithProvider(mode, { key: 'own-key', timeoutMs: 2_000, vision: true }));
    kb = await new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` }).createKnowledgeBox();
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
  });

  it('have pages read with a key of their own, which nobody sees, and say what it took', async () => {
    const llm = { user_keys: { openai_compat: { key: 'sk-strategy' } }, reasoning_config: { effort: 3 } };
    const { id } = await kb.api(addKnowledgeBoxExtractStrategy, { body: { name: 'eyes', vllm_config: { llm } } });
    const stored = await kb.api(getKnowledgeBoxExtractStrategy, { params: { strategy_id: id } });
    expect(stored.vllm_config?.llm?.user_keys).toEqual({ openai_compat: { key: '********' } });
    provider.next({ raw: { status: 429, body: '{}', headers: { 'retry-after': '1' } } });
    provider.answerWith(() => ({
      pieces: ['# Seen\n\nThe ferry leaves.'],
      usage: { prompt_tokens: 700, completion_tokens: 9 },
    }));
    const headers = { 'x-extract-strategy': id };
    const guide = await readFile('libs/extraction/src/fixtures/guide.pdf');
    const rid = await kb.upload(guide, { filename: 'guide.pdf', contentType: 'application/pdf', headers });
    await kb.untilProcessed(rid);
    expect(provider.calls.map(({ authorization }) => authorization)).toEqual(Array(3).fill('Bearer sk-strategy'));
    expect(provider.calls[0]?.body).toMatchObject({ reasoning_effort: 'high' });
    const { data } = await kb.resource(rid, { show: ['extracted', 'errors'], extracted: ['text', 'metadata'] });
    const [file] = Object.values(data?.files ?? {});
    expect(file?.extracted?.text?.text).toBe('Seen\n\nThe ferry leaves.\n\nSeen\n\nThe ferry leaves.');
    expect(file).toMatchObject({
      status: 'PROCESSED',
      extracted: {
        metadata: {
          metadata: {
            strategies: {
              extract: { id, name: 'eyes', model: 'scripted', calls: 2, input_tokens: 1_400, output_tokens: 18 },
            },
          },
        },
      },
    });
    expect(file).not.toHaveProperty('errors');
  });

  it('lose nothing of a text when the model fails', async () => {
    const body = { name: 'topics', custom_split: 2, llm_split: { rules: ['One topic each.'] } } as const;
    const { id } = await kb.api(addKnowledgeBoxSplitStrategy, { body });
    provider.answerWith(() => ({ raw: { status: 400, body: '{"error":{"message":"no"}}' } }));
    const rid = await kb.createResource({ texts: { a: { body: TEXT, split_strategy: id } } });
    await kb.untilProcessed(rid);
    const { data } = await kb.resource(rid, { show: ['extracted', 'errors'], extracted: ['text'] });
    expect(data?.texts?.['a']).toMatchObject({
      status: 'PROCESSED',
      extracted: { text: { text: TEXT } },
      errors: [{ code_str: 'PROCESS', severity: 'WARNING' }],
    });
  });

  it('are not needed by tasks that write down the tables of a picture', async () => {
    const markdown = '| Port | Fare |\n| --- | --- |\n| Amrum | 12 |';
    provider.answerWith(({ messages }) => {
      const isTables = JSON.stringify(messages).includes('image_url');
      return { pieces: [isTables ? JSON.stringify({ tables: [{ page: 1, markdown }] }) : 'nothing'] };
    });
    const file = { filename: 'fares.png', content_type: 'image/png', payload: PIXEL };
    const rid = await kb.createResource({ files: { f: { file } } });
    await kb.untilProcessed(rid);
    const parameters = { name: 'fares', on: 1, operations: [{ extract: {} }] };
    await kb.api(startKnowledgeBoxTask, { body: { name: 'extract', apply: 'EXISTING', parameters } });
    const text = await until(
      async () => (await kb.resource(rid, { show: ['values'] })).data?.texts?.['da-tables-f-f']?.value,
      'the table',
    );
    expect(text).toMatchObject({ body: markdown, format: 'MARKDOWN' });
  });

  it('are not needed by tasks that fill key-value fields by their schemas, but never those of users', async () => {
    provider.answerWith(() => ({ pieces: [JSON.stringify({ author: 'Ada', year: 1843 })] }));
    const author = { key: 'author', type: 'text' } as const;
    const year = { key: 'year', type: 'integer', required: false } as const;
    await kb.api(createKvSchema, { body: { id: 'work', fields: [author, year] } });
    await kb.api(createKvSchema, { body: { id: 'own', fields: [author, year] } });
    const rid = await kb.createResource({
      texts: { a: { body: 'Ada wrote the first program.' } },
      key_values: { own: { data: { author: 'Eve' } } },
    });
    await kb.untilProcessed(rid);
    const filter = { rids: [rid] };
    const start = (schema: string) => {
      const ask = { question: 'Which?', destination: 'work', store_as_key_value: true, kv_schema_id: schema };
      const parameters = { name: schema, on: 1, filter, operations: [{ ask }] };
      return kb.client.send('POST', `${kb.path}/task/start`, { body: { name: 'ask', apply: 'EXISTING', parameters } });
    };
    expect(await start('gone')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("'gone' does") },
    });
    expect([(await start('own')).status, (await start('work')).status]).toEqual([200, 200]);
    const tasks = await until(async () => {
      const { done } = await kb.api(listKnowledgeBoxTasks);
      const ended = done.filter((one) => one.task.name === 'ask' && one.completed);
      return ended.length === 2 ? ended : undefined;
    }, 'both are completed');
    const values = async () => Object.entries((await kb.resource(rid, { show: ['values'] })).data?.key_values ?? {});
    const shown = async () => (await values()).map(([id, { value }]) => [id, value]);
    expect(await shown()).toEqual([
      ['own', { data: { author: 'Eve' } }],
      ['work', { data: { author: 'Ada', year: 1843 } }],
    ]);
    for (const { id } of tasks)
      await kb.api(deleteKnowledgeBoxTask, { params: { task_id: id }, query: { cleanup: true } });
    await until(async () => ((await values()).length === 1 ? true : undefined), 'the values are gone');
    expect(await shown()).toEqual([['own', { data: { author: 'Eve' } }]]);
  });
});
