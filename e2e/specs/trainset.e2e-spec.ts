import { listTrainsetPartitions, listTrainsetPartitionsByPrefix } from '@lectern/contracts/knowledge-box';
import { findParagraphs } from '@lectern/contracts/search';
import { parse, type Type } from 'protobufjs';
import { conformingFetch } from '../harness/conformance';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const { root } = parse(
  `
  syntax = "proto3";
  message Filter {
    repeated string labels = 1; repeated string paths = 2; repeated string rids = 3; repeated string tags = 4;
    repeated string icons = 5; repeated string metadata = 6; repeated string entities = 7; repeated string fields = 8;
    repeated string status = 9;
  }
  message TrainSet { int32 type = 1; Filter filter = 2; int32 batch_size = 3; bool exclude_text = 4; }
  message Label { string labelset = 1; string label = 2; int32 origin = 3; }
  message Text { string text = 1; repeated Label labels = 2; }
  message Texts { repeated Text data = 1; }
  message Sentence { repeated string text = 1; repeated Label labels = 2; }
  message Sentences { repeated Sentence data = 1; }
  message Token { repeated string token = 1; repeated string label = 2; }
  message Tokens { repeated Token data = 1; }
  message Paragraph { string id = 1; string text = 2; }
  message Paragraphs { repeated Paragraph data = 1; }
  message Extracted { string text = 1; }
  message Metadata { string language = 2; repeated string languages = 3; int32 status = 5; }
  message Timestamp { int64 seconds = 1; int32 nanos = 2; }
  message Basic {
    string slug = 1; string icon = 2; string title = 3; string summary = 4; Timestamp created = 7;
    Timestamp modified = 8; Metadata metadata = 9; string uuid = 12; bool hidden = 37;
  }
  message Range { int32 start = 1; int32 end = 2; int32 kind = 5; }
  message FieldMetadata {
    repeated Range paragraphs = 2; map<string, string> ner = 3; string language = 10; string mime_type = 14;
  }
  message Computed { FieldMetadata metadata = 1; }
  message Field {
    string split = 1; string rid = 2; string field = 3; string field_type = 4; repeated string labels = 5;
    Extracted text = 6; Basic basic = 7; Computed metadata = 10;
  }
  message Fields { repeated Field data = 1; }
  message Said { string text = 1; string language = 2; repeated string paragraphs = 3; }
  message Question { Said question = 1; Said answer = 2; bool cancelled_by_user = 3; }
  message Questions { repeated Question data = 1; }
`,
  { keepCase: true },
);

const FERRY = 'The ferry leaves at noon. It sails to Lisbon.\n\nMaria Silva sells 🎫 tickets.';

interface Trainset {
  readonly status: number;
  readonly type: string;
  readonly detail?: unknown;
  readonly batches: readonly { readonly data?: readonly Record<string, unknown>[] }[];
}

/** The messages of a stream, each after its length. */
function decoded(bytes: Buffer, type: Type): Trainset['batches'] {
  const batches = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    expect(length).toBeGreaterThan(0);
    batches.push(type.toObject(type.decode(bytes.subarray(at + 4, at + 4 + length)), { longs: Number }));
    at += 4 + length;
  }
  return batches;
}

async function train(
  kb: KnowledgeBoxClient,
  body: object | Buffer,
  batch: string,
  partition = kb.id,
): Promise<Trainset> {
  const type = Buffer.isBuffer(body) ? 'application/x-protobuf' : 'application/json';
  const { origin } = kb.client;
  const response = await conformingFetch(`${origin}/api/v1${kb.path}/trainset/${partition}`, {
    method: 'POST',
    headers: { ...kb.client.credential, 'content-type': type },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  const answer = { status, type: response.headers.get('content-type') ?? '' };
  if (status !== 200) return { ...answer, batches: [], detail: JSON.parse(bytes.toString()).detail };
  return { ...answer, batches: decoded(bytes, root.lookupType(batch)) };
}

const message = (value: object): Buffer => {
  const type = root.lookupType('TrainSet');
  return Buffer.from(type.encode(type.fromObject(value)).finish());
};
const items = ({ batches }: Trainset) => batches.flatMap(({ data = [] }) => data);

inStandalone('training sets, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let ferry: string;
  let bread: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const classified = (label: string) => ({ usermetadata: { classifications: [{ labelset: 'topics', label }] } });
    ferry = await kb.createResource(
      {
        slug: 'ferry',
        title: 'Ferry',
        ...classified('travel'),
        texts: { a: { body: FERRY, format: 'PLAIN_BLANKLINE_SPLIT' } },
      },
      { wait: 'searchable' },
    );
    bread = await kb.createResource(
      { slug: 'bread', title: 'Bread', ...classified('food'), texts: { b: { body: 'Bread is baked before dawn.' } } },
      { wait: 'searchable' },
    );
    await kb.createResource({ slug: 'plain', texts: { c: { body: 'Salt is mined.' } } }, { wait: 'searchable' });
  });

  it('have one partition, which find shows as the shard', async () => {
    const { results } = await kb.api(findParagraphs, { body: { query: 'ferry', features: ['keyword'] } });
    expect(await kb.api(listTrainsetPartitions)).toEqual({ partitions: results.shards });
    const by = (prefix: string) => kb.api(listTrainsetPartitionsByPrefix, { params: { prefix } });
    expect([await by(kb.id.slice(0, 6)), await by('x')]).toEqual([{ partitions: [kb.id] }, { partitions: [] }]);
  });

  it('have all paragraphs with their ids, in batches that are never empty', async () => {
    const trainset = await train(kb, { type: 5, batch_size: 2 }, 'Paragraphs');
    expect([trainset.status, trainset.type]).toEqual([200, 'application/octet-stream']);
    expect(trainset.batches.map(({ data = [] }) => data.length)).toEqual([2, 2]);
    const { data } = await kb.resource(ferry, { show: ['extracted'], extracted: ['text', 'metadata'] });
    const extracted = data?.texts?.['a']?.extracted;
    const text = [...(extracted?.text?.text ?? '')];
    const own = extracted?.metadata?.metadata.paragraphs.map(({ start, end }) => ({
      id: `${ferry}/t/a/${start}-${end}`,
      text: text.slice(start, end).join(''),
    }));
    expect(own).toHaveLength(2);
    expect(items(trainset).filter(({ id }) => String(id).startsWith(ferry))).toEqual(own);
    expect(items(trainset)).toContainEqual({ id: `${bread}/t/b/0-27`, text: 'Bread is baked before dawn.' });
  });

  it('classify fields, paragraphs and sentences by the labels of their resources', async () => {
    const by = (type: number, batch: string, labels: readonly string[]) =>
      train(kb, message({ type, filter: { labels } }), batch).then(items);
    const food = { labelset: 'topics', label: 'food', origin: 2 };
    const travel = { labelset: 'topics', label: 'travel', origin: 2 };
    expect(await by(0, 'Texts', ['topics/food'])).toEqual([{ text: 'Bread is baked before dawn.', labels: [food] }]);
    expect((await by(0, 'Texts', ['topics'])).flatMap(({ labels }) => labels)).toEqual(
      expect.arrayContaining([food, travel]),
    );
    expect((await by(1, 'Texts', ['topics/travel'])).map(({ text }) => text)).toEqual([
      'The ferry leaves at noon. It sails to Lisbon.',
      'Maria Silva sells 🎫 tickets.',
    ]);
    expect(await by(2, 'Sentences', ['topics/travel'])).toContainEqual({
      text: ['The ferry leaves at noon.', 'It sails to Lisbon.'],
      labels: [travel],
    });
    expect(await by(1, 'Texts', ['topic'])).toEqual([]);
  });

  it('label the tokens in which names lie', async () => {
    const tokens = items(await train(kb, { type: 3 }, 'Tokens'));
    const maria = tokens.find(({ token }) => Array.isArray(token) && token.includes('Maria'));
    expect(maria).toMatchObject({ token: ['Maria', 'Silva', 'sells', '🎫', 'tickets.'] });
    expect(maria?.['label']).toEqual(['B-PERSON', 'I-PERSON', 'O', 'O', 'O']);
    const others = items(await train(kb, { type: 3, filter: { labels: ['NOTHING'] } }, 'Tokens'));
    expect(new Set(others.flatMap(({ label }) => label))).toEqual(new Set(['O']));
  });

  it('have fields, chosen by an expression or by lists', async () => {
    const chosen = async (body: object | Buffer) =>
      items(await train(kb, body, 'Fields')).map(({ rid, field, field_type }) => [rid, field, field_type]);
    const label = { prop: 'label', labelset: 'topics', label: 'food' };
    const bySlug = { field: { prop: 'resource', slug: 'bread' } };
    for (const filter_expression of [
      { field: label },
      bySlug,
      { field: { and: [label, { prop: 'field', type: 'text' }] } },
    ])
      expect(await chosen({ type: 7, filter_expression })).toEqual([[bread, 'b', 'text']]);
    expect(await chosen({ type: 7, filter_expression: { field: { not: label } } })).toHaveLength(2);
    expect(await chosen(message({ type: 7, filter: { fields: ['t/a'] } }))).toEqual([[ferry, 'a', 'text']]);
    expect(await chosen(message({ type: 7, filter: { rids: [bread], status: ['PROCESSED'] } }))).toHaveLength(1);

    const [field] = items(await train(kb, { type: 7, filter_expression: bySlug }, 'Fields'));
    expect(field).toMatchObject({
      text: { text: 'Bread is baked before dawn.' },
      labels: expect.arrayContaining(['/l/topics/food']),
      basic: { slug: 'bread', title: 'Bread', uuid: bread, metadata: { status: 1 } },
      metadata: { metadata: { paragraphs: [{ end: 27 }] } },
    });
    const [without] = items(await train(kb, { type: 7, filter_expression: bySlug, exclude_text: true }, 'Fields'));
    expect(without).not.toHaveProperty('text');
  });

  it('have no pictures', async () => {
    expect(await train(kb, { type: 4 }, 'Texts')).toMatchObject({ status: 200, batches: [] });
  });

  it('have what users know of fields: labels of paragraphs, and questions with their answers', async () => {
    const noted = await server(mode).createKnowledgeBox();
    const field = { field_type: 'text', field: 'note' } as const;
    const label = { labelset: 'tides', label: 'neap' };
    const moon = 'Neap tides follow the half moon.';
    const key = `N_RID/t/note/0-${moon.length}`;
    const answer = (text: string) => ({ text, ids_paragraphs: [] });
    const question_answer = {
      question: { text: 'When are neap tides?', language: 'en', ids_paragraphs: [key, 'N_RID/t/note/0-1'] },
      answers: [answer('At half moon.'), answer('Twice a month.')],
    };
    const rid = await noted.createResource(
      {
        title: 'Tides',
        usermetadata: { classifications: [{ labelset: 'topics', label: 'sea' }] },
        texts: { note: { body: `${moon}\n\nSpring tides follow the full moon.`, format: 'PLAIN_BLANKLINE_SPLIT' } },
        fieldmetadata: [
          {
            field,
            paragraphs: [{ key, classifications: [label, { ...label, label: 'x', cancelled_by_user: true }] }],
            question_answers: [{ question_answer, cancelled_by_user: true }],
          },
        ],
      },
      { wait: 'searchable' },
    );
    const by = (type: number, batch: string, labels: readonly string[]) =>
      train(noted, message({ type, filter: { labels } }), batch).then(items);
    // Zero, the origin of labels of paragraphs, is not written.
    expect(await by(1, 'Texts', ['tides'])).toEqual([{ text: moon, labels: [label] }]);
    expect(await by(2, 'Sentences', ['tides/neap', 'topics'])).toEqual([
      { text: [moon], labels: [label, { labelset: 'topics', label: 'sea', origin: 2 }] },
      { text: ['Spring tides follow the full moon.'], labels: [{ labelset: 'topics', label: 'sea', origin: 2 }] },
    ]);
    expect(await by(5, 'Paragraphs', ['tides'])).toEqual([{ id: key.replace('N_RID', rid), text: moon }]);
    expect(await by(1, 'Texts', ['tides/x'])).toEqual([]);

    const question = { text: 'When are neap tides?', language: 'en', paragraphs: [moon] };
    const questions = await by(6, 'Questions', []);
    expect(questions).toEqual(
      ['At half moon.', 'Twice a month.'].map((text) => ({ question, answer: { text }, cancelled_by_user: true })),
    );
    expect(await by(6, 'Questions', ['topics'])).toHaveLength(2);
    expect(await by(6, 'Questions', ['tides'])).toEqual([]);
  });

  it('are refused with the reason when a request does not fit its type', async () => {
    const refused = async (body: object | Buffer) => {
      const { status, detail } = await train(kb, body, 'Texts');
      return [status, detail];
    };
    const one = 'PARAGRAPH_CLASSIFICATION needs exactly one label in its filter';
    expect(await refused({ type: 0 })).toEqual([422, 'FIELD_CLASSIFICATION needs a label in its filter']);
    expect(await refused({ type: 2 })).toEqual([422, 'SENTENCE_CLASSIFICATION needs a label in its filter']);
    expect(await refused({ type: 1 })).toEqual([422, one]);
    expect(await refused(message({ type: 1, filter: { labels: ['a', 'b'] } }))).toEqual([422, one]);
    expect(await refused({ type: 5, filter_expression: {} })).toEqual([
      422,
      'filter_expression is only for type 7, FIELD_STREAMING',
    ]);
    const kind = { paragraph: { prop: 'kind', kind: 'OCR' } };
    expect(await refused({ type: 7, filter_expression: kind })).toEqual([
      422,
      'Training sets by the kind of paragraphs are not supported by this version',
    ]);
    expect(await refused(Buffer.from([0xff, 0xff]))).toEqual([422, 'The body is no TrainSet message']);
    expect(await refused({ type: 7, filter_expression: { field: { prop: 'resource', slug: 'none' } } })).toEqual([
      412,
      'Invalid query. Error in slug: Cannot find slug none',
    ]);
    for (const [body, member] of [
      [{ type: 8 }, 'type'],
      [{}, 'type'],
      [{ type: 5, batch_size: 0 }, 'batch_size'],
      [{ type: 5, batch_size: 1_001 }, 'batch_size'],
      [message({ type: -1 }), 'type'],
    ] as const)
      expect(await refused(body)).toMatchObject([422, [{ loc: ['body', member] }]]);
    expect((await train(kb, { type: 5, batch_size: 1_000 }, 'Paragraphs')).batches).toHaveLength(1);
    expect((await train(kb, message({ type: 5 }), 'Paragraphs')).batches).toHaveLength(1);
  });

  it('are not found in another partition or box', async () => {
    const other = '00000000-0000-4000-8000-000000000000';
    expect(await train(kb, { type: 5 }, 'Paragraphs', other)).toMatchObject({
      status: 404,
      detail: `Partition ${other} does not exist`,
    });
    const { status } = await kb.client.send('GET', `/kb/${other}/trainset`);
    expect(status).toBe(404);
  });
});

inStandalone('a training set, %s', (mode) => {
  it('has a text that travels in pieces, chosen by an expression', async () => {
    const kb = await server(mode).createKnowledgeBox();
    // Blanks are not embedded.
    const body = `The tide turns.${' '.repeat(960_000)}It turns at dawn.`;
    await kb.createResource({ slug: 'long', texts: { a: { body } } }, { wait: 'searchable' });
    await kb.createResource({ texts: { a: { body: 'Salt is mined.' } } }, { wait: 'searchable' });
    const filter_expression = { field: { prop: 'resource', slug: 'long' } };
    const [field, ...others] = items(await train(kb, { type: 7, filter_expression }, 'Fields'));
    expect(others).toEqual([]);
    expect((field as { text: { text: string } }).text.text === body).toBe(true); // as the message declares it
  });
});
