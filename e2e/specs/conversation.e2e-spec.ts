import { createHash } from 'node:crypto';
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
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const field_id = 'chat';

function message(ident: string, text: string, more: Sent<MessagePayload> = {}): Sent<MessagePayload> {
  return { ident, content: { text }, ...more };
}

function attachment(filename: string, content: string, content_type = 'text/plain') {
  const bytes = Buffer.from(content);
  const md5 = createHash('md5').update(bytes).digest('hex');
  return { filename, content_type, payload: bytes.toString('base64'), md5 };
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
    expect(await page(rid)).toEqual({
      field_type: 'conversation',
      field_id,
      value: {
        ...{ page: 1, pages: 1, total: 2 },
        messages: [
          {
            ...{ timestamp, who: 'Ada', to: ['Ben'], ident: 'm1', type: 'QUESTION' },
            content: { text: 'When does the ferry leave?', format: 'PLAIN', ...empty },
          },
          {
            ...{ timestamp: null, who: 'Ben', to: [], ident: 'm2', type: 'ANSWER' },
            content: { text: 'The **ferry** leaves at dawn.', format: 'MARKDOWN', ...empty },
          },
        ],
      },
    });
    const { data } = await kb.resource(rid, { show: ['values', 'errors'] });
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
});
