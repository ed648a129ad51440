import fc from 'fast-check';
import { membersOf } from '../../validation/answers.fixture';
import { above, below, changed, empty, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, map, received, routesOf, text } from '../../validation/requests.fixture';
import * as push from './push.dto';
import { deliverWebhook, processPush, pushToProcessing, removeExpiredPushes } from './push.operations';

const message = { ident: '1', content: { text: 'When is high tide?' } };
const full = {
  kbid: 'my_box-1',
  uuid: '02c54f076f4c499fb310b4f129135e6c',
  title: 'Tides',
  slug: 'tides',
  userid: 'ada',
  labels: ['sea'],
  source: 1,
  genericfield: { title: { body: 'Tides' } },
  filefield: { 'report 1.pdf': 'token' },
  linkfield: { page: { link: 'https://example.org/tides' } },
  textfield: { body: { body: '# The moon', format: 2 } },
  layoutfield: { page: { blocks: { top: { payload: 'The moon' } } } },
  conversationfield: { chat: { messages: [message] } },
  generated_conversationfield: {
    'da-facts-c-chat': { source_field_id: 'chat', conversationfield: { messages: [message] } },
  },
  processing_options: { ml_text: false },
  learning_config: { generative_model: 'gpt-5' },
  webhook_config: { uri: 'https://example.org/done', headers: { 'x-key': '1' } },
};
const faultsOf = (body: unknown) => faults(pushToProcessing, { body });
const bodyOf = (body: unknown) => received(pushToProcessing, { body }).body;
const label = "String should match pattern '^[a-z0-9_-]{1,250}$'";
const address = 'Value error, not an absolute http or https URL';

describe('pushing to the processing API', () => {
  it('is for keys of accounts, at both versions', () => {
    expect(routesOf(pushToProcessing)).toEqual({
      'POST /processing/push': '200 json; any of nothing; nua',
      'POST /api/v2/processing/push': '200 json; any of nothing; nua',
    });
    expect(conductOf(pushToProcessing)).toEqual({
      'understanding.processing.push': '30 s, processing, needs room',
    });
  });

  it('answers where the push is in its queue, its resource and its record', () => {
    expect(membersOf(`${__dirname}/push.dto.ts`, 'PushAccepted')).toBe(
      'seqid, account_seq, queue, uuid, processing_id',
    );
  });

  it('has its work done later, and its end told and forgotten, also on a full disk', () => {
    expect([processPush, deliverWebhook, removeExpiredPushes].map((one) => one.name)).toEqual([
      'processPush',
      'deliverWebhook',
      'removeExpiredPushes',
    ]);
    expect([processPush.worksWithoutRoom ?? false, deliverWebhook.worksWithoutRoom]).toEqual([false, true]);
  });
});

describe('a push', () => {
  it('has members of these kinds', () => {
    expect(wireOf(push.PushPayload, {})).toEqual({
      kbid: 'null text',
      uuid: 'null text',
      title: 'null text',
      slug: 'null text',
      userid: 'null text',
      labels: 'null list = []',
      source: 'null 0 or 1',
      genericfield: 'null object = {}',
      filefield: 'null object = {}',
      linkfield: 'null object = {}',
      textfield: 'null object = {}',
      layoutfield: 'null object = {}',
      conversationfield: 'null object = {}',
      generated_conversationfield: 'null object = {}',
      processing_options: 'null object = {"ml_text":true}',
      learning_config: 'null object',
      webhook_config: 'null object',
    });
  });

  it('may be of nothing', () => {
    expect(bodyOf({})).toEqual({
      labels: [],
      genericfield: {},
      filefield: {},
      linkfield: {},
      textfield: {},
      layoutfield: {},
      conversationfield: {},
      generated_conversationfield: {},
      processing_options: { ml_text: true },
    });
  });

  it('may be of everything at once, and what is absent gets its default', () => {
    expect(bodyOf(full)).toMatchObject(full);
    expect(bodyOf(full)).toMatchObject({
      linkfield: { page: { headers: {}, cookies: {}, localstorage: {}, classification_labels: [] } },
      layoutfield: { page: { format: 0, blocks: { top: { x: 0, y: 0, cols: 0, rows: 0, type: 3, ident: '' } } } },
      conversationfield: {
        chat: { messages: [{ to: [], content: { format: 0, attachments: [] } }], classification_labels: [] },
      },
    });
  });

  it('of a service of ours has members that are left out', () => {
    expect(bodyOf({ partition: 1, inner: {} })).toEqual(bodyOf({}));
  });

  it.each([
    ['kbid', text(250), text(251), label],
    ['kbid', 'default', 'Default', label],
    ['kbid', 'a', '', label],
    ['uuid', '02c54f07-6f4c-499f-b310-b4f129135e6c', '02C54F07', label],
    ['title', text(2_048), text(2_049), tooLong(2_048)],
    ['slug', text(2_048), text(2_049), tooLong(2_048)],
    ['userid', text(2_048), text(2_049), tooLong(2_048)],
    ['labels', list(100, String), list(101, String), tooMany(100)],
    ['labels.0', text(512), text(513), tooLong(512)],
    ['source', 0, 2, 'Input should be 0 or 1'],
    ['genericfield.summary', { body: '' }, {}, required, 'genericfield.summary.body'],
    [
      'genericfield.icon',
      undefined,
      { body: '' },
      "String should match pattern '^(title|summary)$'",
      'genericfield.icon.[key]',
    ],
    ['filefield.a', text(16_384), text(16_385), tooLong(16_384)],
    ['filefield.a', 'token', '', empty],
    ['textfield.body.body', text(2_097_152), text(2_097_153), tooLong(2_097_152)],
    ['textfield.body.format', 7, 8, above(7)],
    ['textfield.body.format', 0, -1, below(0)],
    ['textfield.body.format', 2, 'MARKDOWN', 'Input should be a valid integer, unable to parse string as an integer'],
    ['textfield.body.classification_labels', labels(100), labels(101), tooMany(100)],
    ['textfield.body.extract_strategy', text(250), text(251), tooLong(250)],
    ['textfield.body.split_strategy', text(250), text(251), tooLong(250)],
    ['linkfield.page.link', 'http://example.org', 'ftp://example.org', address],
    ['linkfield.page.link', 'https://example.org/ä', 'example.org', address],
    ['linkfield.page.css_selector', text(4_096), text(4_097), tooLong(4_096)],
    ['linkfield.page.xpath', text(4_096), text(4_097), tooLong(4_096)],
    ['layoutfield.page.format', 0, 1, 'Input should be 0'],
    ['layoutfield.page.blocks', map(1_000, () => ({})), map(1_001, () => ({})), tooMany(1_000, 'Dictionary')],
    ['layoutfield.page.blocks.top.type', 6, 7, above(6)],
    ['layoutfield.page.blocks.top.x', -3, 0.5, 'Input should be a valid integer, got a number with a fractional part'],
    ['layoutfield.page.blocks.top.ident', text(1_024), text(1_025), tooLong(1_024)],
    ['layoutfield.page.blocks.top.file', text(16_384), text(16_385), tooLong(16_384)],
    ['conversationfield.chat.messages', messages(2_048), messages(2_049), tooMany(2_048)],
    ['conversationfield.chat.messages.0.ident', text(128), text(129), tooLong(128)],
    ['conversationfield.chat.messages.0.ident', 'a', '', empty],
    ['conversationfield.chat.messages.0.who', text(1_024), text(1_025), tooLong(1_024)],
    ['conversationfield.chat.messages.0.to', list(100, String), list(101, String), tooMany(100)],
    ['conversationfield.chat.messages.0.content.format', 7, 8, above(7)],
    ['conversationfield.chat.messages.0.content.attachments', list(50, String), list(51, String), tooMany(50)],
    ['generated_conversationfield.da-facts-c-chat.source_field_id', 'chat', '', empty],
    ['processing_options.ml_text', 'false', 'some', 'Input should be a valid boolean, unable to interpret input'],
    ['webhook_config.uri', 'http://example.org', 'file:///etc/passwd', address],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(full, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('has at most a thousand fields, counted over all types', () => {
    const texts = map(999, () => ({ body: '' }));
    expect(faultsOf({ textfield: texts, filefield: { a: 'token' } })).toEqual([]);
    expect(faultsOf({ textfield: texts, filefield: { a: 'token', b: 'token' } })).toEqual([
      'body: Value error, a push has at most 1000 fields',
    ]);
    expect(faultsOf({ textfield: map(1_001, () => ({ body: '' })) })).toEqual([
      `body.textfield: ${tooMany(1_000, 'Dictionary')}`,
    ]);
  });

  it('has no two messages of one ident, and no two conversations of one id', () => {
    expect(faultsOf({ conversationfield: { chat: { messages: [message, message] } } })).toEqual([
      'body.conversationfield.chat.messages: Value error, two messages have one ident',
    ]);
    const generated_conversationfield = { chat: { source_field_id: 'talk', conversationfield: {} } };
    expect(faultsOf({ conversationfield: { chat: {} }, generated_conversationfield })).toEqual([
      'body: Value error, two conversations have the id chat',
    ]);
  });

  it('may call its fields anything of 1 to 1,024 characters, file names for instance', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 1_024, unit: 'binary' }), (id) => {
        if (id.length <= 1_024 && id !== '__proto__') expect(faultsOf({ filefield: { [id]: 'token' } })).toEqual([]);
      }),
    );
    for (const id of ['', text(1_025)])
      expect(faultsOf({ filefield: { [id]: 'token' } })).toEqual([
        expect.stringContaining('Value error, ids of fields have 1 to 1024 characters'),
      ]);
  });

  it('sends no header that belongs to the connection, to pages and to webhooks', () => {
    const reserved = 'Value error, this header belongs to the connection and cannot be set';
    expect(faultsOf(changed<object>(full, 'webhook_config.headers.Host', 'a'))).toEqual([
      `body.webhook_config.headers.Host.[key]: ${reserved}`,
    ]);
    expect(faultsOf(changed<object>(full, 'linkfield.page.headers', { 'Content-Length': '1' }))).toEqual([
      `body.linkfield.page.headers.Content-Length.[key]: ${reserved}`,
    ]);
    expect(faultsOf(changed<object>(full, 'linkfield.page.cookies', { 'a b': '1' }))).toHaveLength(1);
  });
});

describe('numbers of formats in a push', () => {
  it('are those of pushes, which differ from those of stored fields', () => {
    expect(push.pushFormats.map((name, number) => `${number} ${name}`)).toEqual([
      '0 PLAIN',
      '1 HTML',
      '2 MARKDOWN',
      '3 RST',
      '4 JSON',
      '5 KEEP_MARKDOWN',
      '6 JSONL',
      '7 PLAIN_BLANKLINE_SPLIT',
    ]);
  });
});

function labels(count: number): readonly object[] {
  return list(count, (index) => ({ labelset: 'topics', label: String(index) }));
}

function messages(count: number): readonly object[] {
  return list(count, (index) => ({ ident: String(index) }));
}
