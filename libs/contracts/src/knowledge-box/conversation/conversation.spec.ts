import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { refusals } from '../../validation/refused.fixture';
import { beyond, conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { AttachmentTarget, MessageTarget } from './conversation.dto';
import { appendMessages, deleteMessage, downloadAttachment, putConversationField } from './conversation.operations';

const message = (more: object = {}) => ({ ident: 'm1', content: { text: 'Hello' }, ...more });
const put = (messages: unknown) => faults(putConversationField, { body: { messages } });
const withContent = (content: object) => put([message({ content: { text: 'a', ...content } })]);
const md5 = '0'.repeat(32);
const attachment = (more: object = {}) => ({ filename: 'a.txt', payload: 'YQ==', md5, ...more });
const PLACE = 'body.messages.0';
const WRITES = 'WRITER of kb; sa user pat';

describe('operations on a conversation', () => {
  it('are at the paths of its resource', () => {
    expect(routesOf(putConversationField, appendMessages, deleteMessage, downloadAttachment)).toEqual({
      'PUT /kb/{kbid}/resource/{rid}/conversation/{field_id}': `201 json; ${WRITES}`,
      'PUT /kb/{kbid}/slug/{rslug}/conversation/{field_id}': `201 json; ${WRITES}`,
      'PUT /kb/{kbid}/resource/{rid}/conversation/{field_id}/messages': `200 json; ${WRITES}`,
      'PUT /kb/{kbid}/slug/{rslug}/conversation/{field_id}/messages': `200 json; ${WRITES}`,
      'DELETE /kb/{kbid}/resource/{rid}/conversation/{field_id}/messages/{message_ident}': `204 empty; ${WRITES}`,
      'DELETE /kb/{kbid}/slug/{rslug}/conversation/{field_id}/messages/{message_ident}': `204 empty; ${WRITES}`,
      'GET /kb/{kbid}/resource/{rid}/conversation/{field_id}/download/field/{message_ident}/{file_num}':
        '200 binary; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/slug/{rslug}/conversation/{field_id}/download/field/{message_ident}/{file_num}':
        '200 binary; READER of kb; sa user pat eph none',
    });
  });

  it('belong to adding content, and deleting does not', () => {
    expect(conductOf(putConversationField, appendMessages, deleteMessage, downloadAttachment)).toEqual({
      'kb.field.put-conversation': '60 s, upload, needs room',
      'kb.conversation.append': '60 s, upload, needs room',
      'kb.conversation.delete-message': '60 s',
      'kb.download.attachment': '60 s',
    });
  });

  it('answer downloads in parts, or send them to the store', () => {
    expect(downloadAttachment.http?.alsoAnswers).toEqual([206, 307]);
    expect(Object.keys(downloadAttachment.fails ?? {})).toContain('range_not_satisfiable');
  });
});

describe('a conversation', () => {
  it('may be empty', () => {
    expect(received(putConversationField, { body: {} })).toEqual({ body: { messages: [] } });
    expect(received(putConversationField, { body: { messages: null } })).toEqual({ body: { messages: [] } });
    expect(received(appendMessages, { body: [] })).toEqual({ body: [] });
  });

  it('has messages that say who told whom', () => {
    const full = message({
      timestamp: '2024-05-01T10:11:12+02:00',
      who: 'Ada',
      to: ['Bob', 'Cleo'],
      type: 'QUESTION',
      content: {
        text: '# Tides',
        format: 'MARKDOWN',
        attachments: [attachment({ content_type: 'text/plain' })],
        attachments_fields: [{ field_type: 'file', field_id: 'report', split: null }],
      },
    });
    expect(received(putConversationField, { body: { messages: [full] } })).toEqual({ body: { messages: [full] } });
    expect(received(appendMessages, { body: [full] })).toEqual({ body: [full] });
  });

  it('has defaults for all but the ident and the text', () => {
    const filled = {
      ident: 'm1',
      to: [],
      content: { text: 'Hello', format: 'PLAIN', attachments: [], attachments_fields: [] },
    };
    expect(received(putConversationField, { body: { messages: [message()] } })).toEqual({
      body: { messages: [filled] },
    });
    const sent = attachment();
    expect(received(appendMessages, { body: [message({ content: { text: '', attachments: [sent] } })] })).toMatchObject(
      {
        body: [{ content: { attachments: [{ ...sent, content_type: 'application/octet-stream' }] } }],
      },
    );
  });

  it.each([
    [{ ident: undefined }, `${PLACE}.ident: Field required`],
    [{ ident: '' }, `${PLACE}.ident: String should have at least 1 character`],
    [{ ident: 7 }, `${PLACE}.ident: Input should be a valid string`],
    [{ content: undefined }, `${PLACE}.content: Field required`],
    [{ content: {} }, `${PLACE}.content.text: Field required`],
    [{ content: 'Hello' }, `${PLACE}.content: Input should be a valid dictionary or object to extract fields from`],
    [{ to: 'Bob' }, `${PLACE}.to: Input should be a valid list`],
    [{ to: [null] }, `${PLACE}.to.0: Input should be a valid string`],
    [{ type: 'question' }, `${PLACE}.type: Input should be 'UNSET', 'QUESTION' or 'ANSWER'`],
    [{ timestamp: 1_714_558_302 }, `${PLACE}.timestamp: Input should be a valid datetime`],
    [
      { timestamp: '0000-01-01' },
      `${PLACE}.timestamp: Input should be a valid datetime or date, ` +
        'not an ISO 8601 date or date and time of the years 1 to 9999',
    ],
  ])('refuses the message %j', (more, fault) => {
    expect(put([message(more)])).toEqual([fault]);
  });

  it.each(['PLAIN', 'HTML', 'RST', 'MARKDOWN', 'KEEP_MARKDOWN', 'JSON'])('may have %s in a message', (format) => {
    expect(withContent({ format })).toEqual([]);
  });

  it.each(['JSONL', 'PLAIN_BLANKLINE_SPLIT', 'plain', ''])(
    'has no %j in a message, which text fields may have',
    (format) => {
      expect(withContent({ format })).toEqual([
        `${PLACE}.content.format: Input should be 'PLAIN', 'HTML', 'RST', 'MARKDOWN', 'KEEP_MARKDOWN' or 'JSON'`,
      ]);
    },
  );

  it.each<[string, number, (size: number) => readonly string[]]>([
    ['.ident: String should have at most 128 characters', 128, (size) => put([message({ ident: text(size) })])],
    ['.who: String should have at most 1024 characters', 1_024, (size) => put([message({ who: text(size) })])],
    [
      '.to: List should have at most 100 items after validation, not 101',
      100,
      (size) => put([message({ to: list(size, () => 'Bob') })]),
    ],
    ['.to.0: String should have at most 1024 characters', 1_024, (size) => put([message({ to: [text(size)] })])],
    [
      '.content.text: String should have at most 2097152 characters',
      2_097_152,
      (size) => put([message({ content: { text: text(size) } })]),
    ],
    [
      '.content.attachments: List should have at most 50 items after validation, not 51',
      50,
      (size) => withContent({ attachments: list(size, () => attachment()) }),
    ],
    [
      '.content.attachments_fields: List should have at most 50 items after validation, not 51',
      50,
      (size) => withContent({ attachments_fields: list(size, () => ({ field_type: 'text', field_id: 'a' })) }),
    ],
    [
      '.content.attachments.0.filename: String should have at most 2048 characters',
      2_048,
      (size) => withContent({ attachments: [attachment({ filename: text(size) })] }),
    ],
    [
      '.content.attachments_fields.0.split: String should have at most 128 characters',
      128,
      (size) => withContent({ attachments_fields: [{ field_type: 'text', field_id: 'a', split: text(size) }] }),
    ],
  ])('refuses a message with %s', (fault, bound, check) => {
    expect(beyond(bound, check)).toEqual([`${PLACE}${fault}`]);
  });

  it('has at most 2,048 messages in a request, replaced or appended', () => {
    const many = (size: number) => list(size, (index) => message({ ident: `${index + 1}` }));
    expect(beyond(2_048, (size) => put(many(size)))).toEqual([
      'body.messages: List should have at most 2048 items after validation, not 2049',
    ]);
    expect(beyond(2_048, (size) => faults(appendMessages, { body: many(size) }))).toEqual([
      'body: List should have at most 2048 items after validation, not 2049',
    ]);
  });

  it('may name strategies when it is replaced', () => {
    const body = { extract_strategy: 'a', split_strategy: 'b' };
    expect(received(putConversationField, { body })).toEqual({ body: { ...body, messages: [] } });
    expect(beyond(250, (size) => faults(putConversationField, { body: { extract_strategy: text(size) } }))).toEqual([
      'body.extract_strategy: String should have at most 250 characters',
    ]);
  });

  it('is appended to with a list, not with an object of messages', () => {
    expect(faults(appendMessages, { body: { messages: [message()] } })).toEqual(['body: Input should be a valid list']);
    expect(faults(appendMessages, { body: [message(), 'x', { ident: 'm2' }] })).toEqual([
      'body.1: Input should be a valid dictionary or object to extract fields from',
      'body.2.content: Field required',
    ]);
    expect(faults(putConversationField, { body: [message()] })).toHaveLength(1);
  });
});

describe('an attachment', () => {
  const attached = (more: object) => withContent({ attachments: [attachment(more)] });
  const place = `${PLACE}.content.attachments.0`;

  it.each(['filename', 'payload', 'md5'])('has a %s', (member) => {
    expect(attached({ [member]: undefined })).toEqual([`${place}.${member}: Field required`]);
    expect(attached({ [member]: null })).toEqual([expect.stringContaining(`${place}.${member}: `)]);
  });

  it('has a name, a media type and a checksum that can be right', () => {
    expect(attached({ content_type: 'application/vnd.ms-outlook', md5: 'AbCdEf'.padEnd(32, '0') })).toEqual([]);
    expect(attached({ filename: '' })).toEqual([`${place}.filename: String should have at least 1 character`]);
    for (const wrong of ['', 'x', 'g'.repeat(32), '0'.repeat(33)])
      expect(attached({ md5: wrong })).toEqual([`${place}.md5: String should match pattern '^[0-9a-fA-F]{32}$'`]);
    for (const wrong of ['text', 'text/', '/plain', 'a b/c']) expect(attached({ content_type: wrong })).toHaveLength(1);
  });

  it('is another field of any type, whose id can be one', () => {
    const field = (more: object) =>
      withContent({ attachments_fields: [{ field_type: 'text', field_id: 'body', ...more }] });
    for (const field_type of ['text', 'file', 'link', 'conversation', 'generic', 'key_value'])
      expect(field({ field_type, split: 'm0' })).toEqual([]);
    expect(field({ field_type: 'page' })).toHaveLength(1);
    expect(field({ field_id: 'a b' })).toHaveLength(1);
    expect(field({ field_id: undefined })).toEqual([`${PLACE}.content.attachments_fields.0.field_id: Field required`]);
  });
});

describe('the path of a message', () => {
  const target = { kbid: 'k', rid: 'r', field_id: 'chat', message_ident: 'm1' };

  it('has an ident of 1 to 128 characters', () => {
    const named = (message_ident: unknown) => refusals(MessageTarget, { ...target, message_ident });
    expect(named('ein Name, 😀')).toEqual([]);
    expect(named('')).toEqual(['message_ident: String should have at least 1 character']);
    expect(beyond(128, (size) => named(text(size)))).toEqual([
      'message_ident: String should have at most 128 characters',
    ]);
    expect(named(undefined)).toEqual(['message_ident: Field required']);
  });

  it('counts its files from 0 to 49', () => {
    const numbered = (file_num: string) =>
      faults(downloadAttachment, { path: { ...target, file_num } }).filter((fault) => fault.includes('file_num'));
    expect(['0', '49'].map(numbered)).toEqual([[], []]);
    expect(numbered('50')).toEqual(['path.file_num: Input should be less than or equal to 49']);
    expect(numbered('-1')).toEqual(['path.file_num: Input should be greater than or equal to 0']);
    expect(numbered('a')).toEqual([
      'path.file_num: Input should be a valid integer, unable to parse string as an integer',
    ]);
    expect(refusals(AttachmentTarget, target)).toEqual(['file_num: Field required']);
  });
});

describe('answers about a conversation', () => {
  const answer = (name: string) => membersOf(join(__dirname, '../field-value/field-value.dto.ts'), name);

  it('are its pages, with the messages where the field itself is read', () => {
    expect(answer('ConversationFieldValue')).toBe('pages, size, total, extract_strategy, split_strategy');
    expect(answer('ConversationPage')).toBe('page, pages, total, messages');
    expect(answer('ConversationMessage')).toBe('timestamp|null, who, to, content, ident, type');
  });
});
