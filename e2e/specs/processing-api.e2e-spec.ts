import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createNuaClient, type FieldData } from '@lectern/contracts/knowledge-box';
import {
  cancelProcessing,
  extendProcessingPull,
  getProcessingPullStatus,
  getProcessingStats,
  listProcessingRequests,
  pullProcessing,
  pullProcessingLegacy,
  pushToProcessing,
  replayProcessingWebhook,
  startKnowledgeBoxTask,
} from '@lectern/contracts/understanding';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server, silentAddress } from '../harness/modes';
import { asNuaClient, ended, processed, type ReadMessage, readMessage } from '../harness/processing';
import { tusUpload } from '../harness/tus';
import { newAccount } from '../harness/users';

const TEXT = 'The ferry to Amrum leaves at six. Ada Lovelace waits at the pier in Dagebüll. 🌙 The moon is full.';

async function uploaded(nua: Client, content: Buffer, name: string): Promise<string> {
  const headers = { 'x-filename': Buffer.from(name).toString('base64') };
  const answer = await nua.send('POST', '/processing/upload', { raw: content, headers });
  expect([answer.status, typeof answer.body]).toEqual([200, 'string']);
  return String(answer.body);
}

/** Results of a field, as a push returns them. */
function pushedField({ extracted_text, field_metadata, field_vectors }: ReadMessage, id: string) {
  const isOwn = ({ field }: { readonly field: { readonly field: string } }) => field.field === id;
  const { paragraphs, language } = field_metadata.find(isOwn)?.metadata.metadata ?? { paragraphs: [], language: '' };
  return {
    text: extracted_text.find(isOwn)?.body.text,
    language,
    paragraphs: paragraphs.map(({ start, end }) => ({ start, end })),
    vectors: field_vectors.find(isOwn)?.vectors.vectors.vectors.map(({ vector }) => vector),
  };
}

/** The same as a knowledge box has it. */
function storedField(field: FieldData | undefined) {
  const { text, metadata, vectors } = field?.extracted ?? {};
  return {
    text: text?.text,
    language: metadata?.metadata.language,
    paragraphs: metadata?.metadata.paragraphs.map(({ start, end }) => ({ start, end })),
    vectors: vectors?.vectors.vectors.map(({ vector }) => vector),
  };
}

/** Quantised models depend a little on what a text is embedded together with. */
function cosine(some: readonly number[], others: readonly number[]): number {
  return some.reduce((sum, number, i) => sum + number * (others[i] ?? 0), 0);
}

inStandalone('the processing API, %s', (mode) => {
  it('gives what a knowledge box stores, of texts, files and conversations, at every way out', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const nua = await asNuaClient(kb);
    const pdf = await readFile('libs/extraction/src/fixtures/guide.pdf');
    const file = await uploaded(nua, pdf, 'guide.pdf');
    const csv = await tusUpload({ client: nua, path: '/processing' }, Buffer.from('Name,Fee\nA1,20\n'), {
      metadata: { filename: 'fees.csv' },
    });
    const record = await processed(nua, {
      kbid: kb.id,
      title: 'Ferries',
      labels: ['sea'],
      textfield: { note: { body: TEXT, format: 0 } },
      filefield: { 'guide.pdf': file, fees: csv.header('x-svc-file-token') ?? '' },
      conversationfield: {
        chat: { messages: [{ ident: 'm1', content: { text: 'When does it *leave*?', format: 2, attachments: [] } }] },
      },
    });
    expect(record).toMatchObject({ completed: true, failed: false, title: 'Ferries', labels: ['sea'], retries: 0 });
    const message = readMessage(record.response);
    expect([message.errors, message.processing_id, message.source]).toEqual([[], record.processing_id, 1]);
    const textOf = (id: string) => message.extracted_text.find(({ field }) => field.field === id)?.body;
    expect([textOf('note')?.text, textOf('chat')?.split_text]).toEqual([TEXT, { m1: 'When does it leave?' }]);
    expect(textOf('fees')?.text).toContain('Fee: 20');

    const rid = await kb.createResource({ title: 'Ferries', texts: { note: { body: TEXT } } }, { wait: 'embedded' });
    const parts = ['text', 'metadata', 'vectors'] as const;
    const { data } = await kb.resource(rid, { show: ['extracted'], extracted: [...parts] });
    const [{ vectors, ...pushed }, { vectors: same, ...kept }] = [
      pushedField(message, 'note'),
      storedField(data?.texts?.['note']),
    ];
    expect(pushed).toEqual(kept);
    expect(vectors).toHaveLength(same?.length ?? 0);
    for (const [i, vector] of (vectors ?? []).entries()) expect(cosine(vector, same?.[i] ?? [])).toBeGreaterThan(0.98);

    const thumbnail = message.file_extracted_data.find(({ field }) => field === 'guide.pdf')?.file_thumbnail;
    const part = await nua.send('GET', `/processing/download?token=${thumbnail?.uri}`, {
      headers: { range: 'bytes=1-3' },
    });
    expect([part.status, part.body, thumbnail?.content_type]).toEqual([206, 'PNG', 'image/png']);

    const previews = message.file_extracted_data.find(({ field }) => field === 'guide.pdf')?.file_pages_previews;
    expect(previews?.structures).toHaveLength(previews?.pages.length ?? 0);
    const [firstPage] = previews?.structures ?? [];
    expect(firstPage?.page.width).toBeGreaterThan(100);
    const words = firstPage?.tokens.map(({ text }) => text).slice(0, 2) ?? [];
    expect(textOf('guide.pdf')?.text).toContain(words.join(' '));

    const { messages, pending } = await nua.api.call(pullProcessing, { body: { limit: 10 } });
    expect([pending, messages.map(({ payload }) => payload)]).toEqual([1, [record.response]]);
    await nua.api.call(pullProcessing, { body: { limit: 0, ack: messages.map(({ ack_token }) => ack_token) } });
    expect(await nua.api.call(getProcessingPullStatus)).toEqual({ pending: 0 });

    const stream = `/processing/requests/${record.processing_id}/results?data_types=FullText&data_types=Links`;
    const events = String((await nua.send('GET', stream)).body);
    expect(events).toMatch(/^id: 1\nevent: FullText\ndata: \{"type":"FullText"/);
    expect(events.trimEnd().split('\n').slice(-2)).toEqual([
      'event: end',
      'data: {"type":"end","completed":true,"failed":false}',
    ]);
    const all = `/processing/requests/${record.processing_id}/results`;
    const behind = String((await nua.send('GET', all, { headers: { 'last-event-id': '2' } })).body);
    expect(behind).toMatch(/^id: 3\n/);
  });
});

inStandalone('the processing API, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nua: Client;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    nua = await asNuaClient(kb);
  });

  const refusal = async (body: object) => {
    const answer = await nua.send('POST', '/processing/push', { body });
    return [answer.status, JSON.stringify(answer.body)];
  };

  it('takes a push without fields, and paths and spellings of older clients', async () => {
    const answer = await nua.send('POST', '/api/v2/processing/push', {
      body: { kbid: null, partition: 3, uuid: null },
    });
    expect(answer.status).toBe(200);
    const { processing_id: id } = answer.body as { processing_id: string }; // As the operation says.
    await ended(nua, id.replaceAll('-', ''));
    const one = await nua.send('GET', `/api/v2/processing/status/${id}`);
    expect(one.body).toMatchObject({ completed: true, kbid: null, request: null, schedule_order: -1 });
    const list = await nua.send('GET', '/api/v2/processing/status?limit=1000');
    expect(JSON.stringify(list.body)).toContain(id);
    expect(await nua.send('POST', '/api/v2/processing/pull/in_progress', { body: { ack: ['x'] } })).toMatchObject({
      status: 200,
      body: null,
    });
    expect((await nua.send('GET', '/api/v2/processing/pull/status')).status).toBe(200);
    expect((await nua.send('POST', '/api/v2/processing/pull', { body: { limit: 0 } })).status).toBe(204);
  });

  it('reads each format by its own number, layouts row by row, and says of a field what is wrong with it', async () => {
    const text = (body: string, format: number) => ({ body, format });
    const record = await processed(nua, {
      textfield: { plain: text('*a*', 0), html: text('<b>a</b>', 1), markdown: text('*a*', 2), rst: text('*a*', 3) },
      layoutfield: { page: { blocks: { b: { y: 1, payload: 'second' }, a: { y: 0, payload: 'first' } } } },
      linkfield: { inside: { link: 'http://127.0.0.1:1/' } },
    });
    const { extracted_text, errors } = readMessage(record.response);
    const texts = Object.fromEntries(extracted_text.map(({ field, body }) => [field.field, body.text]));
    expect(texts).toMatchObject({ plain: '*a*', html: 'a', markdown: 'a', rst: 'a', page: 'first\n\nsecond' });
    expect(errors).toMatchObject([{ field: 'inside', severity: 0 }]);
    expect(record).toMatchObject({ completed: true, failed: false });
  });

  it('takes strategies that a push brings along, and conversations that were made of others', async () => {
    const blocks = { name: 'blocks', custom_split: 'MANUAL', manual_split: { splitter: ' %% ' } } as const;
    const split_configs = { blocks };
    const record = await processed(nua, {
      learning_config: { split_configs, generative_model: 'local', extract_configs: {} },
      textfield: { t: { body: 'One. %% Two. %% Three.', split_strategy: 'blocks' } },
      generated_conversationfield: {
        'da-facts-c-chat': {
          source_field_id: 'chat',
          conversationfield: { messages: [{ ident: 'f1', content: { text: 'A fact.' } }] },
        },
      },
    });
    const { extracted_text, field_metadata, errors } = readMessage(record.response);
    expect([errors, field_metadata[0]?.metadata.metadata.paragraphs.length]).toEqual([[], 3]);
    expect(extracted_text[1]?.body.split_text).toEqual({ f1: 'A fact.' });
  });

  it('has the memory of a knowledge box read pushed conversations, with the facts that come along', async () => {
    const box = await kb.client.createKnowledgeBox();
    const operations = [{ memory: { ident: 'memory' } }];
    const filter = { field_types: ['c'] };
    const parameters = { name: 'memory', on: 1, filter, operations };
    await box.api(startKnowledgeBoxTask, { body: { name: 'memory', apply: 'NEW', parameters } });
    const fact = { text: 'Ada owns the ferry Amrum.', reasoning: 'She says so.', related_entry_ids: ['1'] };
    const record = await processed(nua, {
      kbid: box.id,
      conversationfield: { chat: { messages: [{ ident: '2', content: { text: 'I live in Dagebüll since 2019.' } }] } },
      generated_conversationfield: {
        'da-facts-memory-c-chat': {
          source_field_id: 'chat',
          conversationfield: { messages: [{ ident: 'f1', content: { text: JSON.stringify(fact), format: 4 } }] },
        },
      },
    });
    expect(readMessage(record.response).errors).toEqual([]);
    const said = Buffer.from(record.response ?? '', 'base64').toString();
    expect(said.match(/da-facts-memory-c-chat/g)?.length).toBeGreaterThan(0);
    for (const part of ['"text":"I live in Dagebüll since 2019."', '"related_entry_ids":["2"]', JSON.stringify(fact)])
      expect(said).toContain(part);
  });

  it('refuses what it cannot do, before anything is queued', async () => {
    const before = (await nua.api.call(listProcessingRequests, { query: { limit: 1_000 } })).results.length;
    expect(await refusal({ filefield: { f: 'no token' } })).toEqual([
      422,
      '{"detail":"Invalid file token for field f"}',
    ]);
    for (const body of [
      { kbid: 'Upper' },
      { uuid: '' },
      { textfield: { t: { body: 'a', format: 8 } } },
      { learning_config: { split_configs: { s: { custom_split: 'NONE' } } } },
      { learning_config: { split_configs: { s: { name: 's', custom_split: 'MANUAL' } } } },
      { learning_config: { split_configs: { s: { name: 's', manual_split: { splitter: '#' } } } } },
      { learning_config: { extract_configs: { s: { name: 's', ai_tables: { generative_model: 'local' } } } } },
      { learning_config: { semantic_models: ['no-such'] } },
      { learning_config: { generative_model: 'no-such' } },
      { genericfield: { other: { body: 'a' } } },
      { linkfield: { l: { link: 'ftp://example.org' } } },
      { conversationfield: { c: { messages: [{ ident: 'a' }, { ident: 'a' }] } } },
      { generated_conversationfield: { g: {} } },
      {
        conversationfield: { c: {} },
        generated_conversationfield: { c: { source_field_id: 'c', conversationfield: {} } },
      },
      { webhook_config: { uri: 'mailto:a@example.org' } },
    ])
      expect([body, (await refusal(body))[0]]).toEqual([body, 422]);
    expect((await nua.api.call(listProcessingRequests, { query: { limit: 1_000 } })).results).toHaveLength(before);
  });

  it('keeps to itself what belongs to another account', async () => {
    const record = await processed(nua, { textfield: { t: { body: 'secret' } } });
    const file = await uploaded(nua, Buffer.from('secret'), 'a.txt');
    const params = { account: await newAccount(mode) };
    const { token } = await kb.client.api.call(createNuaClient, { params, body: { title: 'other', contact: 'other' } });
    const stranger = new Client(kb.client.origin, nuaKey(token));
    expect((await stranger.send('GET', `/processing/requests/${record.processing_id}`)).status).toBe(404);
    expect((await stranger.send('GET', `/processing/requests/${record.processing_id}/results`)).status).toBe(404);
    expect((await stranger.send('GET', `/processing/download?token=${file}`)).status).toBe(404);
    const push = await stranger.send('POST', '/processing/push', { body: { filefield: { f: file } } });
    expect(push.status).toBe(422);
    expect((await stranger.api.call(listProcessingRequests)).results).toEqual([]);
  });

  it('delivers results of a resource one after the other, again what nobody acknowledged, and by cursors', async () => {
    const own = await asNuaClient(kb);
    for (const body of ['one', 'two']) await processed(own, { kbid: 'k', uuid: 'same', textfield: { t: { body } } });
    const [first, ...others] = (await own.api.call(pullProcessing, { body: { limit: 10 } })).messages;
    expect(others).toEqual([]);
    expect(readMessage(first?.payload ?? null).extracted_text[0]?.body.text).toBe('one');
    await own.api.call(extendProcessingPull, { body: { ack: [first?.ack_token ?? ''] } });
    expect(await own.api.call(pullProcessing, { body: { timeout: 0 } })).toMatchObject({ messages: [] });
    const legacy = await own.api.call(pullProcessingLegacy, { query: { limit: 5 } });
    expect(legacy).toMatchObject({ status: 'ok', msgid: String(first?.seq) });
    expect(legacy.payloads).toHaveLength(2);
    const from = { from_cursor: legacy.cursor };
    expect(await own.api.call(pullProcessingLegacy, { query: from })).toMatchObject({ status: 'empty', cursor: null });
  });

  it('lists page by page, counts and cancels', async () => {
    const own = await asNuaClient(kb);
    for (let i = 0; i < 3; i += 1) await own.api.call(pushToProcessing, { body: { kbid: 'pages' } });
    const query = { kbid: 'pages', limit: 2, sort_order: 'desc' } as const;
    const { results, cursor } = await own.api.call(listProcessingRequests, { query });
    const rest = await own.api.call(listProcessingRequests, { query: { ...query, cursor } });
    expect([results.length, rest.results.length, rest.cursor]).toEqual([2, 1, null]);
    expect((await own.send('GET', '/processing/requests?cursor=none')).status).toBe(422);
    const [record] = results;
    const { processing_id } = await ended(own, record?.processing_id ?? '');
    await own.api.call(replayProcessingWebhook, { params: { processing_id } });
    await own.api.call(cancelProcessing, { body: { kbid: 'pages' } });
    expect(await own.api.call(getProcessingStats, { query: { kbid: 'pages' } })).toEqual({
      incomplete: 0,
      scheduled: 0,
    });
  });

  it('keeps a stream alive until its push ends, also because it was cancelled while it was processed', async () => {
    const body = { kbid: 'slow', linkfield: { page: { link: silentAddress() } } };
    const { processing_id: id, uuid } = await nua.api.call(pushToProcessing, { body });
    const stream = nua.send('GET', `/processing/requests/${id}/results`);
    const isScheduled = async () =>
      (await nua.api.call(getProcessingStats, { query: { kbid: 'slow' } })).scheduled === 1;
    await until(async () => (await isScheduled()) || undefined, 'a worker has taken it');
    await nua.api.call(cancelProcessing, { body: { kbid: 'slow', resource_id: uuid } });
    const events = String((await stream).body);
    expect(events).toMatch(/^: keep-alive\n\n/);
    expect(events).toMatch(/event: end\ndata: \{"type":"end","completed":false,"failed":true\}\n\n$/);
    expect(await ended(nua, id)).toMatchObject({ failed: true, failure: 'Cancelled', webhook: null });
  });

  it('takes files as forms and in pieces, with the answers that clients expect', async () => {
    const boundary = 'x-y';
    const form = `--x-y\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nTide\r\n--x-y--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' };
    const { status, body: token } = await nua.send('POST', '/processing/upload', { raw: form, headers });
    expect(status).toBe(200);
    expect((await nua.send('GET', `/processing/download?token=${String(token)}`)).body).toBe('Tide');
    const wrong = { 'content-type': 'no type' };
    expect((await nua.send('POST', '/processing/upload', { raw: 'a', headers: wrong })).status).toBe(415);
    const md5 = { 'x-md5': '0'.repeat(32) };
    expect((await nua.send('POST', '/processing/upload', { raw: 'a', headers: md5 })).status).toBe(422);

    const tus = '/processing/tusupload';
    const statusOf = async (method: string, path: string, sent: Record<string, string> = {}) =>
      (await nua.send(method, path, { headers: sent })).status;
    expect(await statusOf('OPTIONS', tus)).toBe(204);
    expect(await statusOf('OPTIONS', `${tus}/any`)).toBe(204);
    expect(await statusOf('POST', tus)).toBe(412);
    expect(await statusOf('HEAD', `${tus}/none`)).toBe(404);
    expect(await statusOf('PATCH', `${tus}/none`)).toBe(412);
    const metadata = { 'upload-metadata': 'filename !', 'tus-resumable': '1.0.0', 'upload-length': '1' };
    expect(await statusOf('POST', tus, metadata)).toBe(400);
    const created = await nua.send('POST', tus, { headers: { 'tus-resumable': '1.0.0', 'upload-length': '6' } });
    const location = created.headers.get('location') ?? '';
    const patch = (offset: number, text: string, type = 'application/offset+octet-stream') =>
      nua.send('PATCH', location, {
        raw: Buffer.from(text),
        headers: { 'upload-offset': String(offset), 'content-type': type },
      });
    const other = await patch(0, 'abc', 'text/plain');
    expect([other.status, other.body]).toEqual([415, { detail: expect.stringContaining('offset+octet-stream') }]);
    expect([(await patch(3, 'abc')).status, (await patch(0, 'abc')).body]).toEqual([409, '']);
    expect((await nua.send('HEAD', location)).headers.get('upload-offset')).toBe('3');
    const last = await patch(3, 'def');
    expect([last.status, last.headers.get('tus-upload-finished')]).toEqual([200, '1']);
    expect(last.headers.get('x-svc-file-token')).toBe(last.body);
    expect((await nua.send('GET', `/processing/download?token=${String(last.body)}`)).body).toBe('abcdef');
    expect((await nua.send('GET', '/processing/download?token=none')).status).toBe(404);
  });

  it('takes the last piece again when the whole was not what was promised', async () => {
    const md5 = createHash('md5').update('abcdef').digest('hex');
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': '6',
      'upload-metadata': `md5 ${Buffer.from(md5).toString('base64')}`,
    };
    const created = await nua.send('POST', '/processing/tusupload', { headers });
    const location = created.headers.get('location') ?? '';
    const type = { 'content-type': 'application/offset+octet-stream' };
    const patch = async (offset: number, text: string) =>
      (
        await nua.send('PATCH', location, {
          raw: Buffer.from(text),
          headers: { 'upload-offset': String(offset), ...type },
        })
      ).status;
    expect([await patch(0, 'abc'), await patch(3, 'xyz')]).toEqual([200, 422]);
    expect((await nua.send('HEAD', location)).headers.get('upload-offset')).toBe('3');
    expect(await patch(3, 'def')).toBe(200);
  });
});
