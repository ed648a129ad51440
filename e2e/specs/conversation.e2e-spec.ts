import { hash } from 'node:crypto';
import type { Sent } from '@lectern/client';
import {
  appendMessages,
  deleteField,
  deleteMessage,
  downloadAttachment,
  getField,
  type MessagePayload,
  putConversationField,
  reprocessField,
} from '@lectern/contracts/knowledge-box';
import { type KnowledgeBoxClient, textsOf, until } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const field_id = 'chat';

function message(ident: string, text: string, more: Sent<MessagePayload> = {}): Sent<MessagePayload> {
  return { ident, content: { text }, ...more };
}

function attachment(filename: string, content: string, content_type = 'text/plain') {
  const bytes = Buffer.from(content);
  return { filename, content_type, payload: bytes.toString('base64'), md5: hash('md5', bytes) };
}

inStandalone('conversations, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const page = (rid: string, query: object = {}) =>
    kb.api(getField, { params: { rid, field_type: 'conversation', field_id }, query });
  const extracted = async (rid: string) => {
    const parts = ['text', 'metadata', 'vectors'] as const;
    const field = await page(rid, { show: ['extracted'], extracted: parts });
    return field.extracted;
  };
  const found = (rid: string, query: string) => {
    const filter = { field: { prop: 'resource', id: rid } };
    return kb.find({ query, features: ['keyword'], filter_expression: filter });
  };

  const foundIds = async (rid: string, query: string) => (await found(rid, query)).best_matches;
  const identsOf = async (rid: string) => {
    const { value } = await page(rid);
    return typeof value === 'object' && 'messages' in value ? value.messages.map(({ ident }) => ident) : undefined;
  };
  const send = async (method: string, path: string, sent?: unknown) => {
    const { status, body } = await kb.client.send(method, `${kb.path}${path}`, { body: sent });
    return [status, body];
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('come with a resource, are read by page and found by message', async () => {
    const timestamp = '2026-03-01T10:00:00Z';
    const messages = [
      message('m1', 'When does the ferry leave?', { who: 'Ada', to: ['Ben'], timestamp, type: 'QUESTION' }),
      message('m2', 'The **ferry** leaves at dawn.', { who: 'Ben', type: 'ANSWER' }),
    ];
    Object.assign(messages[1]?.content ?? {}, { format: 'MARKDOWN' });
    const rid = await kb.createResource({ conversations: { [field_id]: { messages } } }, { wait: 'embedded' });
    const empty = { attachments: [], attachments_fields: [] };
    const asked = { timestamp, who: 'Ada', to: ['Ben'], ident: 'm1', type: 'QUESTION' };
    const answered = { timestamp: null, who: 'Ben', to: [], ident: 'm2', type: 'ANSWER' };
    expect(await page(rid)).toEqual({
      field_type: 'conversation',
      field_id,
      value: {
        page: 1,
        pages: 1,
        total: 2,
        messages: [
          { ...asked, content: { text: 'When does the ferry leave?', format: 'PLAIN', ...empty } },
          { ...answered, content: { text: 'The **ferry** leaves at dawn.', format: 'MARKDOWN', ...empty } },
        ],
      },
    });
    const { data, icon } = await kb.resource(rid, { show: ['basic', 'values', 'errors'] });
    expect(icon).toBe('application/conversation');
    expect(data?.conversations).toEqual({
      chat: {
        value: { pages: 1, size: 200, total: 2, extract_strategy: '', split_strategy: '' },
        status: 'PROCESSED',
      },
    });
    const { text, metadata, vectors } = (await extracted(rid)) ?? {};
    expect(text).toEqual({
      text: '',
      split_text: { m1: 'When does the ferry leave?', m2: 'The ferry leaves at dawn.' },
      deleted_splits: [],
    });
    expect(metadata?.split_metadata['m2']?.paragraphs).toMatchObject([{ key: `${rid}/c/chat/m2/0-25` }]);
    expect(Object.keys(vectors?.split_vectors ?? {})).toEqual(['m1', 'm2']);
    const { resources, best_matches: best } = await found(rid, 'dawn');
    expect(best).toEqual([`${rid}/c/chat/m2/0-25`]);
    expect(Object.keys(resources[rid]?.fields ?? {})).toEqual(['/c/chat']);
  });

  it('are replaced with all their messages, and keep nothing of the earlier ones', async () => {
    const slug = 'replaced';
    const rid = await kb.createResource({ slug });
    const body = { messages: [message('a', 'The stoat hunts.'), message('b', 'The otter swims.')] };
    const target = { params: { rid, field_id } };
    expect(await kb.api(putConversationField, { ...target, body })).toEqual({ seqid: expect.any(Number) });
    await kb.untilProcessed(rid);
    await kb.api(deleteMessage, { params: { rid, field_id, message_ident: 'a' } });
    const again = { messages: [message('a', 'The marten climbs.')] };
    await kb.api(putConversationField, { params: { rslug: slug, field_id }, body: again });
    await kb.untilProcessed(rid);
    expect((await extracted(rid))?.text).toEqual({
      text: '',
      split_text: { a: 'The marten climbs.' },
      deleted_splits: [],
    });
    expect(await foundIds(rid, 'otter')).toEqual([]);
    expect(await foundIds(rid, 'marten')).toEqual([`${rid}/c/chat/a/0-18`]);
    await kb.modifyResource(rid, { conversations: { [field_id]: { messages: [message('c', 'The lynx waits.')] } } });
    await kb.untilProcessed(rid);
    expect(await identsOf(rid)).toEqual(['c']);
    expect(await foundIds(rid, 'marten')).toEqual([]);
  });

  it('grow by messages, of which only the new ones are processed', async () => {
    const slug = 'growing';
    const rid = await kb.createResource({ slug });
    const append = (params: object, ...idents: string[]) =>
      kb.api(appendMessages, { params, body: idents.map((ident) => message(ident, `The ${ident} sings.`)) });
    expect(await append({ rid, field_id }, 'wren')).toEqual({ seqid: expect.any(Number) });
    await kb.untilProcessed(rid);
    const before = (await extracted(rid))?.metadata?.split_metadata['wren']?.last_extract;
    await append({ rslug: slug, field_id }, 'robin', 'siskin');
    await kb.untilProcessed(rid);
    await kb.untilEmbedded(rid);
    expect(await identsOf(rid)).toEqual(['wren', 'robin', 'siskin']);
    const { split_metadata: after } = (await extracted(rid))?.metadata ?? {};
    expect(Object.keys(after ?? {})).toEqual(['wren', 'robin', 'siskin']);
    expect(after?.['wren']?.last_extract).toBe(before);
    expect(await foundIds(rid, 'siskin')).toEqual([`${rid}/c/chat/siskin/0-17`]);
    expect(await append({ rid, field_id })).toEqual({ seqid: expect.any(Number) });
    await kb.untilProcessed(rid);
  });

  it('lose messages at once, whose idents stay taken', async () => {
    const slug = 'losing';
    const messages = ['one', 'two'].map((ident) => message(ident, `The teal number ${ident} dives.`));
    const rid = await kb.createResource({ slug, conversations: { [field_id]: { messages } } }, { wait: 'embedded' });
    const remove = (params: object) => kb.api(deleteMessage, { params: { field_id, message_ident: 'one', ...params } });
    await remove({ rid });
    expect(await page(rid)).toMatchObject({ value: { page: 1, pages: 1, total: 1, messages: [{ ident: 'two' }] } });
    const { text, metadata, vectors } = (await extracted(rid)) ?? {};
    for (const part of [text, metadata, vectors]) expect(part?.deleted_splits).toEqual(['one']);
    expect(Object.keys(text?.split_text ?? {})).toEqual(['two']);
    await until(async () => ((await foundIds(rid, 'teal')).length === 1 ? true : undefined), 'one is gone');
    expect(await foundIds(rid, 'teal')).toEqual([`${rid}/c/chat/two/0-26`]);
    await remove({ rid });
    await remove({ rslug: slug });
    await remove({ rid, message_ident: 'unknown' });
    const taken = await send('PUT', `/resource/${rid}/conversation/${field_id}/messages`, [message('one', 'again')]);
    expect(taken).toEqual([422, { detail: `Message identifiers must be unique field=${field_id}` }]);
    const deletion = `/conversation/none/messages/one`;
    expect(await send('DELETE', `/resource/${rid}${deletion}`)).toEqual([404, { detail: 'Field does not exist' }]);
    const nobody = `/resource/${'0'.repeat(32)}/conversation/${field_id}/messages`;
    expect(await send('DELETE', `${nobody}/one`)).toEqual([404, { detail: 'Resource does not exist' }]);
    expect(await send('PUT', nobody, [])).toEqual([404, { detail: 'Resource does not exist' }]);
    await remove({ rid, message_ident: 'two' });
    expect((await kb.resource(rid)).metadata?.status).toBe('EMPTY');
  });

  it('have pages of 200 messages', async () => {
    const messages = Array.from({ length: 401 }, (_, i) => message(`${i}a`, `Number ${i}.`));
    const rid = await kb.createResource({ conversations: { [field_id]: { messages } } });
    const idents = async (query: object) => {
      const { value } = await page(rid, query);
      if (typeof value !== 'object' || !('messages' in value)) throw new Error('The field has no page');
      return [value.page, value.pages, value.total, value.messages.length, value.messages[0]?.ident];
    };
    expect(await idents({ page: 'first' })).toEqual([1, 3, 401, 200, '0a']);
    expect(await idents({ page: 2 })).toEqual([2, 3, 401, 200, '200a']);
    expect(await idents({})).toEqual([3, 3, 401, 1, '400a']);
    await kb.api(deleteMessage, { params: { rid, field_id, message_ident: '3a' } });
    expect(await idents({ page: 1 })).toEqual([1, 3, 400, 199, '0a']);
    const path = `/resource/${rid}/conversation/${field_id}`;
    expect(await send('GET', `${path}?page=4`)).toEqual([404, { detail: 'Resource field value does not exist' }]);
    for (const wrong of ['0', '-1', 'middle', '1.5']) expect((await send('GET', `${path}?page=${wrong}`))[0]).toBe(422);
    expect(await send('GET', `/resource/${rid}/conversation/none`)).toEqual([
      404,
      { detail: 'Resource field does not exist' },
    ]);
    await kb.untilProcessed(rid);
    expect(Object.keys((await extracted(rid))?.text?.split_text ?? {})).toHaveLength(400);
    expect(await foundIds(rid, '"number 399"')).toEqual([`${rid}/c/chat/399a/0-11`]);
  });

  it('may be empty', async () => {
    const rid = await kb.createResource({ conversations: { [field_id]: {} } });
    expect(await page(rid)).toMatchObject({ value: { page: 1, pages: 1, total: 0, messages: [] } });
    const resource = await kb.untilProcessed(rid);
    expect(resource.metadata?.status).toBe('EMPTY');
  });

  it('are processed again, and deleted', async () => {
    const slug = 'again';
    const messages = [message('m', 'The dunlin runs.')];
    const rid = await kb.createResource({ slug, conversations: { [field_id]: { messages } } }, { wait: 'searchable' });
    const before = (await extracted(rid))?.metadata?.split_metadata['m']?.last_extract;
    const target = { field_type: 'conversation', field_id } as const;
    await kb.api(reprocessField, { params: { rid, ...target } });
    await kb.untilProcessed(rid);
    expect((await extracted(rid))?.metadata?.split_metadata['m']?.last_extract).not.toBe(before);
    await kb.api(deleteField, { params: { rslug: slug, ...target } });
    expect((await send('GET', `/resource/${rid}/conversation/${field_id}`))[0]).toBe(404);
    await until(async () => ((await foundIds(rid, 'dunlin')).length === 0 ? true : undefined), 'it is gone');
    await kb.api(appendMessages, { params: { rid, field_id }, body: [message('m', 'The knot runs.')] });
    await kb.untilProcessed(rid);
    expect((await extracted(rid))?.text?.split_text).toEqual({ m: 'The knot runs.' });
  });

  it.each([
    ['twice', [message('a', 'x'), message('a', 'y')], 'Message ident "a" is not unique'],
    ['"0"', [message('0', 'x')], 'Message ident cannot be "0"'],
    ['a slash', [message('a/b', 'x')], 'Message ident cannot contain "/"'],
    ['text that is no JSON', [{ ident: 'a', content: { text: '{', format: 'JSON' } }], 'Invalid JSON'],
  ])('refuse idents and texts: %s', async (_, messages, detail) => {
    const rid = await kb.createResource({});
    const body = { conversations: { [field_id]: { messages } } };
    const path = `/resource/${rid}`;
    const refused = [422, { detail }];
    expect(await send('PUT', `${path}/conversation/${field_id}`, { messages })).toEqual(refused);
    expect(await send('PUT', `${path}/conversation/${field_id}/messages`, messages)).toEqual(refused);
    expect(await send('PATCH', path, body)).toEqual(refused);
    expect(await send('POST', '/resources', body)).toEqual(refused);
    expect((await send('GET', `${path}/conversation/${field_id}`))[0]).toBe(404);
  });

  it('have bounds', async () => {
    const rid = await kb.createResource({});
    const path = `/resource/${rid}/conversation`;
    const many = (count: number) => Array.from({ length: count }, (_, i) => message(`n${i}`, ''));
    const statusOf = async (body: object, rest = `${field_id}/messages`) =>
      (await send('PUT', `${path}/${rest}`, body))[0];
    expect(await statusOf(many(2_049))).toBe(422);
    expect(await statusOf({ messages: many(2_049) }, field_id)).toBe(422);
    expect(await statusOf(many(2_048))).toBe(200);
    expect(await statusOf([message('x'.repeat(129), '')])).toBe(422);
    expect(await statusOf([message('x'.repeat(128), '')])).toBe(200);
    expect(await statusOf([message('', '')])).toBe(422);
    expect(await statusOf([message('to', '', { to: Array<string>(101).fill('a') })])).toBe(422);
    expect(await statusOf([message('to', '', { to: Array<string>(100).fill('a') })])).toBe(200);
    const references = (count: number) => Array(count).fill({ field_type: 'file', field_id: 'a' });
    const referring = (count: number) => ({ ident: 'r', content: { text: '', attachments_fields: references(count) } });
    expect(await statusOf([referring(51)])).toBe(422);
    expect(await statusOf([referring(50)])).toBe(200);
    for (const wrong of [{}, 'text', [{}], [message('a', 'x', { timestamp: 'noon' })], [{ ident: 'a', content: {} }]])
      expect(await statusOf(wrong as object)).toBe(422);
    expect((await send('DELETE', `${path}/${field_id}/messages/${'x'.repeat(129)}`))[0]).toBe(422);
    const conversations = { a: { messages: many(1_025) }, b: { messages: many(1_024) } };
    expect((await send('PATCH', `/resource/${rid}`, { conversations }))[0]).toBe(422);
  });

  it('take each ident once, however many callers send it at the same time', async () => {
    const rid = await kb.createResource({});
    const path = `/resource/${rid}/conversation/${field_id}/messages`;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => send('PUT', path, [message('same', `From ${i}`), message(`own${i}`, 'x')])),
    );
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
    expect(await identsOf(rid)).toHaveLength(2);
  });

  it('belong to their box and to writers', async () => {
    const rid = await kb.createResource({ conversations: { [field_id]: { messages: [message('m', 'x')] } } });
    const other = await server(mode).createKnowledgeBox();
    const rest = `/resource/${rid}/conversation/${field_id}/messages`;
    for (const [method, path] of [
      ['PUT', rest],
      ['DELETE', `${rest}/m`],
    ] as const) {
      const body = method === 'PUT' ? [message('n', 'x')] : undefined;
      expect((await other.client.send(method, `${other.path}${path}`, { body })).status).toBe(404);
      const reader = await asRole(kb, 'SMEMBER');
      expect((await reader.client.send(method, `${kb.path}${path}`, { body })).status).toBe(403);
    }
    expect(await identsOf(rid)).toEqual(['m']);
  });

  describe('with attachments', () => {
    const notes = 'The lighthouse keeper keeps the lamp burning all night.';
    const slug = 'attached';
    let rid: string;

    beforeAll(async () => {
      const attachments = [
        attachment('notes.txt', notes),
        attachment('Blätter 1.pdf', '%PDF-1.7 broken', 'application/pdf'),
      ];
      const attachments_fields = [{ field_type: 'file' as const, field_id: 'plan' }];
      const content = { text: '🌙 See the notes.', attachments, attachments_fields };
      const messages = [{ ident: 'a b', content }, message('plain', 'Thanks.')];
      rid = await kb.createResource({ slug, conversations: { [field_id]: { messages } } }, { wait: 'embedded' });
    });

    it('show them, and which fields belong to a message', async () => {
      const { value } = await page(rid);
      const uri = `/kb/${kb.id}/resource/${rid}/conversation/${field_id}/download/field/a%20b/0`;
      expect(value).toMatchObject({
        messages: [
          {
            content: {
              attachments: [{ uri, filename: 'notes.txt', content_type: 'text/plain', size: notes.length }, {}],
              attachments_fields: [{ field_type: 'file', field_id: 'plan', split: null }],
            },
          },
          { content: { attachments: [] } },
        ],
      });
    });

    it('are downloaded, also in ranges', async () => {
      const params = { kbid: kb.id, field_id, message_ident: 'a b', file_num: 0 };
      for (const location of [{ rid }, { rslug: slug }]) {
        const bytes = await kb.client.api.download(downloadAttachment, { params: { ...params, ...location } });
        expect(bytes.toString()).toBe(notes);
      }
      const path = `${kb.path}/resource/${rid}/conversation/${field_id}/download/field`;
      const part = await kb.client.send('GET', `${path}/a%20b/0`, { headers: { range: 'bytes=4-13' } });
      expect([part.status, part.body, part.headers.get('content-range')]).toEqual([
        206,
        'lighthouse',
        `bytes 4-13/${notes.length}`,
      ]);
      expect((await kb.client.send('GET', `${path}/a%20b/0`, { headers: { range: 'bytes=99-' } })).status).toBe(416);
      for (const missing of ['a%20b/2', 'plain/0', 'nobody/0'])
        expect(await send('GET', `/resource/${rid}/conversation/${field_id}/download/field/${missing}`)).toEqual([
          404,
          { detail: "Specified file doesn't exist" },
        ]);
      for (const wrong of ['a%20b/-1', 'a%20b/50', 'a%20b/x'])
        expect((await kb.client.send('GET', `${path}/${wrong}`)).status).toBe(422);
    });

    it('are found as text of their message', async () => {
      const text = (await extracted(rid))?.text?.split_text['a b'] ?? '';
      expect(text).toBe(`🌙 See the notes.\n\n${notes}`);
      const [id = ''] = await foundIds(rid, 'lighthouse');
      const [start = 0, end] = (id.split('/').at(-1) ?? '').split('-').map(Number);
      expect(id.startsWith(`${rid}/c/chat/a b/`)).toBe(true);
      expect([...text].slice(start, end).join('')).toBe(notes);
      expect(textsOf(await found(rid, 'lighthouse'))).toEqual([notes]);
      const { data } = await kb.resource(rid);
      expect(data?.conversations?.[field_id]).toMatchObject({
        status: 'PROCESSED',
        errors: [{ severity: 'WARNING', body: expect.stringContaining('Blätter 1.pdf') }],
      });
    });

    it('are gone with their message', async () => {
      await kb.api(deleteMessage, { params: { rid, field_id, message_ident: 'a b' } });
      const path = `/resource/${rid}/conversation/${field_id}/download/field/a%20b/0`;
      expect((await send('GET', path))[0]).toBe(404);
      await until(async () => ((await foundIds(rid, 'lighthouse')).length === 0 ? true : undefined), 'it is gone');
    });

    it('are refused when their bytes are not what they say', async () => {
      const path = `/resource/${rid}/conversation/${field_id}/messages`;
      const good = attachment('a.txt', 'a');
      const sent = (file: object) => [{ ident: 'n', content: { text: '', attachments: [good, file] } }];
      const md5 = 'f'.repeat(32);
      expect(await send('PUT', path, sent({ ...good, md5 }))).toEqual([
        422,
        { detail: `The md5 of the payload is ${good.md5}, not ${md5}` },
      ]);
      expect(await send('PUT', path, sent({ ...good, payload: '*' }))).toEqual([
        422,
        { detail: 'MD5 could not be computed' },
      ]);
      for (const lacking of ['filename', 'payload', 'md5'])
        expect((await send('PUT', path, sent({ ...good, [lacking]: undefined })))[0]).toBe(422);
    });
  });
});

inStandalone('a conversation that goes on, %s', (mode) => {
  it('is found by each message, those that were appended too, and not by one that was deleted', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const chat = { messages: [message('m1', 'The heron fishes.'), message('m2', 'The stoat hunts.')] };
    const rid = await kb.createResource({ conversations: { chat } }, { wait: 'embedded' });
    const find = (query: string) => kb.find({ query, features: ['keyword'] });
    const idents = async (query: string) => (await find(query)).best_matches.map((id) => id.split('/')[3]);
    expect([await idents('heron'), await idents('stoat')]).toEqual([['m1'], ['m2']]);
    await kb.api(appendMessages, { params: { rid, field_id }, body: [message('m3', 'The otter swims.')] });
    await until(async () => ((await idents('otter'))[0] === 'm3' ? true : undefined), 'the new message is found');
    await kb.api(deleteMessage, { params: { rid, field_id, message_ident: 'm1' } });
    await until(async () => ((await idents('heron')).length === 0 ? true : undefined), 'the deleted message is gone');
  });
});
