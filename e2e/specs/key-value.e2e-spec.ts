import {
  createKvSchema,
  createResource,
  deleteField,
  deleteKvSchema,
  getField,
  getKvSchema,
  type KeyValue,
  listKvSchemas,
  modifyKvSchema,
  modifyResource,
  putKeyValueField,
  reprocessResource,
} from '@lectern/contracts/knowledge-box';
import { suggest } from '@lectern/contracts/search';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN_RID = '0123456789abcdef0123456789abcdef';
const NO_SCHEMA = { status: 404, body: { detail: 'KV schema does not exist' } };

inStandalone('key-value schemas, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (method: string, path: string, body?: unknown) => kb.client.send(method, `${kb.path}${path}`, { body });
  const reasonsOf = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    // The envelope of every refusal.
    const { detail } = body as { detail: readonly { loc: readonly string[]; msg: string }[] };
    return [status, ...detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)];
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('are created, read, changed and deleted', async () => {
    const year = { key: 'year', type: 'integer', range: true } as const;
    const whole = { description: '', required: true, repeated: false };
    const book = { id: 'book', description: 'What we know of a book', fields: [{ ...whole, ...year }] };
    const sent = { id: 'book', description: book.description, fields: [year] };
    expect(await kb.api(createKvSchema, { body: sent })).toEqual(book);
    const params = { schema_id: 'book' };
    expect(await kb.api(getKvSchema, { params })).toEqual(book);
    expect(await kb.api(listKvSchemas)).toEqual({ schemas: { book } });

    const author = { key: 'author', type: 'text', repeated: true, required: false } as const;
    const changed = { ...book, fields: [{ ...whole, range: false, ...author }] };
    expect(await kb.api(modifyKvSchema, { params, body: { fields: [author] } })).toEqual(changed);
    expect(await kb.api(modifyKvSchema, { params, body: { id: 'book', description: '' } })).toEqual({
      ...changed,
      description: '',
    });
    expect(await kb.api(modifyKvSchema, { params, body: {} })).toEqual({ ...changed, description: '' });

    await kb.api(deleteKvSchema, { params });
    expect(await kb.api(listKvSchemas)).toEqual({ schemas: {} });
    expect(await send('GET', '/kv-schemas/book')).toMatchObject(NO_SCHEMA);
    expect(await send('PUT', '/kv-schemas/book', {})).toMatchObject(NO_SCHEMA);
    expect(await send('DELETE', '/kv-schemas/book')).toMatchObject(NO_SCHEMA);
  });

  it('answer with their statuses', async () => {
    expect((await send('POST', '/kv-schemas', { id: 'statuses' })).status).toBe(201);
    expect((await send('PUT', '/kv-schemas/statuses', {})).status).toBe(200);
    expect((await send('DELETE', '/kv-schemas/statuses')).status).toBe(204);
  });

  it('are refused when they are not valid', async () => {
    const create = (...fields: object[]) => reasonsOf(send('POST', '/kv-schemas', { id: 'wrong', fields }));
    expect(await create({ key: 'a', type: 'text' }, { key: 'a', type: 'date' })).toEqual([
      422,
      'body.fields: Value error, Schema field keys must be unique',
    ]);
    expect(await create({ key: 'a', type: 'boolean', range: true })).toEqual([
      422,
      'body.fields.0: Value error, boolean is not an allowed range type',
    ]);
    expect(await create({ key: 'a', type: 'date', repeated: true })).toEqual([
      422,
      'body.fields.0: Value error, date is not an allowed repeated type',
    ]);
    expect(await create({ key: 'a.b', type: 'text' })).toEqual([422, expect.stringMatching(/^body\.fields\.0\.key: /)]);
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ key: `k${i}`, type: 'text' as const }));
    expect(await create(...many(51))).toEqual([422, expect.stringMatching(/^body\.fields: .*at most 50 items/)]);
    expect((await send('POST', '/kv-schemas', { id: 'x'.repeat(65) })).status).toBe(422);
    expect(await send('GET', '/kv-schemas/wrong')).toMatchObject(NO_SCHEMA);
    await kb.api(createKvSchema, { body: { id: 'fifty', fields: many(50) } });
    expect(await reasonsOf(send('PUT', '/kv-schemas/fifty', { name: 'x' }))).toEqual([
      422,
      'body.name: Extra inputs are not permitted',
    ]);
    expect(await send('PUT', '/kv-schemas/fifty', { id: 'other' })).toMatchObject({
      status: 422,
      body: { detail: "Schema id in body 'other' does not match id in URL 'fifty'" },
    });
  });

  it('are at most 20 in a box, and one of an id, however many come at once', async () => {
    const box = await server(mode).createKnowledgeBox();
    const create = (id: string) => box.client.send('POST', `${box.path}/kv-schemas`, { body: { id } });
    const statuses = async (answers: readonly ReturnType<typeof create>[]) =>
      (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(await statuses(Array.from({ length: 10 }, () => create('same')))).toEqual([201, ...Array(9).fill(409)]);
    expect(await create('same')).toMatchObject({ status: 409, body: { detail: 'KV schema already exists' } });
    const others = Array.from({ length: 30 }, (_, i) => create(`s${i}`));
    expect(await statuses(others)).toEqual([...Array(19).fill(201), ...Array(11).fill(422)]);
    expect(await create('more')).toMatchObject({
      status: 422,
      body: { detail: 'Maximum number of KV schemas (20) reached for this knowledge box' },
    });
    expect(Object.keys((await box.api(listKvSchemas)).schemas)).toHaveLength(20);
    await box.api(deleteKvSchema, { params: { schema_id: 'same' } });
    expect((await create('more')).status).toBe(201);
  });

  it('belong to one box', async () => {
    const other = await server(mode).createKnowledgeBox();
    await other.api(createKvSchema, { body: { id: 'elsewhere' } });
    expect(await send('GET', '/kv-schemas/elsewhere')).toMatchObject(NO_SCHEMA);
    expect(await send('DELETE', '/kv-schemas/elsewhere')).toMatchObject(NO_SCHEMA);
    expect((await kb.client.send('GET', '/kb/00000000-0000-4000-8000-000000000000/kv-schemas')).status).toBe(404);
  });
});

inStandalone('key-value fields, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (method: string, path: string, body?: unknown) => kb.client.send(method, `${kb.path}${path}`, { body });
  const show = ['basic', 'values', 'errors', 'extracted'] as const;
  const data: Record<string, KeyValue> = {
    title: 'Of tides',
    tags: ['sea', 'moon'],
    pages: 120,
    price: 9.5,
    lent: false,
    bought: '2024-05-01T12:00:00+02:00',
    read: { lower: '2024-05-02T00:00:00Z', upper: '2024-06-01T00:00:00Z' },
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const optional = { required: false };
    const fields = [
      { key: 'title', type: 'text' } as const,
      { key: 'tags', type: 'text', repeated: true, ...optional } as const,
      { key: 'pages', type: 'integer', range: true, ...optional } as const,
      { key: 'price', type: 'float', ...optional } as const,
      { key: 'lent', type: 'boolean', ...optional } as const,
      { key: 'bought', type: 'date', ...optional } as const,
      { key: 'read', type: 'date', range: true, ...optional } as const,
    ];
    await kb.api(createKvSchema, { body: { id: 'book', fields } });
    await kb.api(createKvSchema, { body: { id: 'shelf', fields: [{ key: 'row', type: 'integer' }] } });
  });

  it('are created with their resource, which has nothing to process', async () => {
    const created = await kb.api(createResource, { body: { key_values: { book: { data } } } });
    expect(created).not.toHaveProperty('seqid');
    const resource = await kb.resource(created.uuid, { show });
    expect(resource).toMatchObject({ icon: 'application/generic', last_seqid: 0, metadata: { status: 'PROCESSED' } });
    expect(resource.data?.key_values).toEqual({ book: { value: { data }, status: 'PROCESSED' } });
    expect(await kb.api(reprocessResource, { params: { rid: created.uuid } })).toEqual({ seqid: null });
    const values = { show: ['values'], field_type: ['text'] } as const;
    expect(await kb.resource(created.uuid, values)).toEqual({ id: created.uuid, data: {} });
  });

  it('are processed beside texts as if they were not there', async () => {
    const body = { texts: { a: { body: 'The moon pulls the sea.' } }, key_values: { shelf: { data: { row: 1 } } } };
    const rid = await kb.createResource(body, { wait: 'searchable' });
    const before = await kb.resource(rid, { show });
    expect(before).toMatchObject({
      metadata: { status: 'PROCESSED' },
      data: { texts: { a: { status: 'PROCESSED' } }, key_values: { shelf: { value: { data: { row: 1 } } } } },
    });
    expect(await kb.api(reprocessResource, { params: { rid } })).toEqual({ seqid: expect.any(Number) });
    expect((await kb.untilProcessed(rid)).metadata?.status).toBe('PROCESSED');
    expect((await kb.resource(rid, { show })).data?.key_values).toEqual({
      shelf: { value: { data: { row: 1 } }, status: 'PROCESSED' },
    });
  });

  it('are added and replaced by a change of their resource, which adds nothing to the queue', async () => {
    const rid = await kb.createResource({ key_values: { shelf: { data: { row: 1 } } } });
    const change = { shelf: { data: { row: 2 } }, book: { data: { title: 'A' } } };
    expect(await kb.api(modifyResource, { params: { rid }, body: { key_values: change } })).toEqual({ seqid: null });
    expect((await kb.resource(rid, { show: ['values'] })).data?.key_values).toEqual({
      book: { value: change.book },
      shelf: { value: change.shelf },
    });
    expect((await kb.resource(rid)).metadata?.status).toBe('PROCESSED');
  });

  it('are put, read and deleted one by one, by id and by slug', async () => {
    const rid = await kb.createResource({ slug: 'shelved' });
    const field = { field_type: 'key_value', field_id: 'book' } as const;
    const value = { title: 'A', pages: { lower: 1, upper: 9 } };
    const put = await kb.api(putKeyValueField, { params: { rid, field_id: 'book' }, body: { data } });
    expect(put).toEqual({ seqid: expect.any(Number) });
    const bySlug = { rslug: 'shelved', field_id: 'book' };
    const again = await kb.api(putKeyValueField, { params: bySlug, body: { data: value } });
    expect(Number(again.seqid)).toBeGreaterThan(Number(put.seqid));
    expect((await send('PUT', `/resource/${rid}/key_value/book`, { data: value })).status).toBe(201);
    const read = { field_type: 'key_value', field_id: 'book', value: { data: value } };
    expect(await kb.api(getField, { params: { rid, ...field } })).toEqual(read);
    const query = { show: ['value', 'extracted', 'error'] } as const;
    expect(await kb.api(getField, { params: { rslug: 'shelved', ...field }, query })).toEqual({
      ...read,
      status: 'PROCESSED',
    });
    expect((await kb.resource(rid)).metadata?.status).toBe('PROCESSED');
    await kb.api(deleteField, { params: { rslug: 'shelved', ...field } });
    await kb.api(deleteField, { params: { rid, ...field } });
    expect(await send('GET', `/slug/shelved/key_value/book`)).toMatchObject({
      status: 404,
      body: { detail: 'Resource field does not exist' },
    });
    expect(await send('PUT', `/resource/${UNKNOWN_RID}/key_value/book`, { data: value })).toMatchObject({
      status: 404,
      body: { detail: 'Resource does not exist' },
    });
    expect(await send('PUT', `/slug/unknown/key_value/book`, { data: value })).toMatchObject({ status: 404 });
  });

  it.each([
    ['nothing', {}, "KV schema 'nothing' does not exist in this knowledge box"],
    ['book', { title: 'A', z: 1, y: 2 }, "Unknown keys for schema 'book': ['y', 'z']"],
    ['book', { pages: 1 }, "Missing required keys for schema 'book': ['title']"],
    ['shelf', { row: true }, "Key 'row' in schema 'shelf' expects type 'integer', got boolean"],
    ['shelf', { row: { lower: 1, upper: 2 } }, "Key 'row' in schema 'shelf' expects type 'integer', got range"],
    ['book', { title: ['A'] }, "Key 'title' in schema 'book' expects type 'text', got list"],
    ['book', { title: 'A', bought: '2024-05-01' }, "Key 'bought' in schema 'book' expects type 'date', got text"],
    [
      'book',
      { title: '2024-05-01T12:00:00Z' },
      "Key 'title' in schema 'book' expects type 'text', but the value looks like a date.",
    ],
    [
      'book',
      { title: 'A', pages: { lower: 2, upper: 2 } },
      "Key 'pages' in schema 'book' expects a range whose lower bound is below its upper bound",
    ],
  ])('are refused when their schema does not allow them: %s %j', async (id, values, detail) => {
    const rid = await kb.createResource({});
    const refused = { status: 422, body: { detail: expect.stringContaining(detail) } };
    const body = { slug: 'refused', key_values: { [id]: { data: values } } };
    expect(await send('POST', '/resources', body)).toMatchObject(refused);
    expect((await send('GET', '/slug/refused')).status).toBe(404);
    expect(await send('PATCH', `/resource/${rid}`, body)).toMatchObject(refused);
    expect(await send('PUT', `/resource/${rid}/key_value/${id}`, { data: values })).toMatchObject(refused);
    expect(await kb.resource(rid, { show: ['basic', 'values'] })).toMatchObject({ slug: rid, data: { generics: {} } });
  });

  it('stay as they were written when their schema changes, and when it is gone', async () => {
    await kb.api(createKvSchema, { body: { id: 'brief', fields: [{ key: 'a', type: 'text' }] } });
    const written = { data: { a: 'x' } };
    const rid = await kb.createResource({ key_values: { brief: written } });
    const value = async () => (await kb.resource(rid, { show: ['values'] })).data?.key_values?.['brief']?.value;
    const params = { schema_id: 'brief' };
    await kb.api(modifyKvSchema, { params, body: { fields: [{ key: 'b', type: 'integer' }] } });
    expect(await value()).toEqual(written);
    const put = (body: unknown) => send('PUT', `/resource/${rid}/key_value/brief`, body);
    expect(await put(written)).toMatchObject({
      status: 422,
      body: { detail: "Unknown keys for schema 'brief': ['a']" },
    });
    await kb.api(deleteKvSchema, { params });
    expect(await value()).toEqual(written);
    expect((await put({ data: {} })).status).toBe(422);
    await kb.api(modifyResource, { params: { rid }, body: { title: 'Still changed' } });
    await kb.api(deleteField, { params: { rid, field_type: 'key_value', field_id: 'brief' } });
    expect(await value()).toBeUndefined();
  });

  it('are written before their schema is deleted, or not at all', async () => {
    const rid = await kb.createResource({});
    for (let round = 0; round < 5; round += 1) {
      const id = `racing-${round}`;
      await kb.api(createKvSchema, { body: { id } });
      const writes = Array.from({ length: 4 }, () => send('PUT', `/resource/${rid}/key_value/${id}`, { data: {} }));
      const [gone, ...answers] = await Promise.all([send('DELETE', `/kv-schemas/${id}`), ...writes]);
      expect(gone.status).toBe(204);
      const detail = `KV schema '${id}' does not exist in this knowledge box`;
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).toEqual(refused.map((answer) => ({ ...answer, status: 422, body: { detail } })));
      const isWritten = refused.length < answers.length;
      expect((await send('GET', `/resource/${rid}/key_value/${id}`)).status).toBe(isWritten ? 200 : 404);
    }
  });

  it('are bounded', async () => {
    const rid = await kb.createResource({});
    const put = async (values: object) => {
      const { status } = await send('PUT', `/resource/${rid}/key_value/book`, { data: values });
      return status;
    };
    expect(await put({ title: 'x'.repeat(65_536) })).toBe(201);
    expect(await put({ title: 'x'.repeat(65_537) })).toBe(422);
    expect(await put({ title: 'A', tags: Array(1_000).fill('x') })).toBe(201);
    const large = { title: 'A', tags: Array(6).fill('x'.repeat(65_536)) };
    expect(await put(large)).toBe(201);
    const shown = await kb.resource(rid, { show: ['values', 'extracted'], field_type: ['key_value'] });
    expect(JSON.stringify(shown.data?.key_values?.['book']).length).toBeGreaterThan(6 * 65_536);
    expect(await put({ title: 'A', tags: Array(1_001).fill('x') })).toBe(422);
    expect(await put({ title: 'A', tags: Array(7).fill('x'.repeat(60_000)) })).toBe(422);
    expect(await put({ title: 'A', price: null })).toBe(422);
    expect((await send('PUT', `/resource/${rid}/key_value/book`, { data: [] })).status).toBe(422);
  });

  it('are shown with what is found, and are not found themselves', async () => {
    const values = { title: 'Halibut', tags: ['Halibut'] };
    const texts = { a: { body: 'The weir holds the water back.' } };
    await kb.createResource({ texts, key_values: { book: { data: values } } }, { wait: 'searchable' });
    expect(await kb.foundTexts({ query: 'Halibut', features: ['keyword'] })).toEqual([]);
    const results = await kb.find({ query: 'weir', features: ['keyword'], show: ['values'] });
    expect(Object.values(results.resources).map(({ data: found }) => found?.key_values)).toEqual([
      { book: { value: { data: values } } },
    ]);
  });

  it('restrict searches to resources that say so', async () => {
    const box = await server(mode).createKnowledgeBox();
    const fields = [
      { key: 'row', type: 'integer' } as const,
      { key: 'tags', type: 'text', repeated: true, required: false } as const,
      { key: 'price', type: 'float' } as const,
      { key: 'lent', type: 'boolean' } as const,
      { key: 'bought', type: 'date' } as const,
      { key: 'pages', type: 'integer', range: true } as const,
    ];
    const more = (row: number) => ({
      price: row + 0.5,
      lent: row === 1,
      bought: `202${row}-05-01T12:00:00Z`,
      pages: { lower: row * 10, upper: row * 10 + 9 },
    });
    await box.api(createKvSchema, { body: { id: 'shelf', fields } });
    for (const row of [1, 2])
      await box.createResource(
        {
          texts: { a: { body: `A weir of row ${row}.` } },
          key_values: { shelf: { data: { row, tags: [`t${row}`], ...more(row) } } },
        },
        { wait: 'searchable' },
      );
    const found = async (condition: object, more: object = {}) => {
      const filter_expression = { key_value: condition, ...more };
      const texts = await box.foundTexts({ query: 'weir', features: ['keyword'], filter_expression });
      return texts.map((text) => text.slice(-2)).sort();
    };
    const row = { schema_id: 'shelf', key: 'row' };
    expect(await found({ ...row, eq: 1 })).toEqual(['1.']);
    expect(await found({ not: { ...row, eq: 1 } })).toEqual(['2.']);
    expect(
      await found({
        and: [
          { ...row, gte: 1 },
          { schema_id: 'shelf', key: 'tags', contains: 't2' },
        ],
      }),
    ).toEqual(['2.']);
    expect(await found({ ...row, eq: 3 })).toEqual([]);
    const one = { price: { eq: 1.5 }, lent: { eq: true }, bought: { lte: '2021-05-01T14:00:00+02:00' } };
    for (const [key, condition] of Object.entries({ ...one, pages: { contains: 12 } }))
      expect([key, await found({ schema_id: 'shelf', key, ...condition })]).toEqual([key, ['1.']]);
    const other = { price: { gte: 1.6, lte: 3 }, lent: { eq: false }, bought: { eq: '2022-05-01T14:00:00+02:00' } };
    for (const [key, condition] of Object.entries({ ...other, pages: { contains: 20 } }))
      expect([key, await found({ schema_id: 'shelf', key, ...condition })]).toEqual([key, ['2.']]);
    expect(await found({ schema_id: 'shelf', key: 'pages', contains: 9 })).toEqual([]);
    const all = { field: { prop: 'field', type: 'text' } };
    expect(await found({ ...row, eq: 1 }, { ...all, operator: 'or' })).toEqual(['1.', '2.']);
    const { paragraphs } = await box.api(suggest, {
      body: { query: 'wei', filter_expression: { key_value: { ...row, eq: 2 } } },
    });
    expect(paragraphs?.results.map(({ text }) => text)).toEqual(['A weir of row 2.']);
    const refused = (condition: object) =>
      box.client.send('POST', `${box.path}/find`, { body: { filter_expression: { key_value: condition } } });
    expect((await refused({ ...row, eq: 'one' })).status).toBe(412);
    expect((await refused({ ...row })).status).toBe(422);
  });

  it('go with their resource', async () => {
    const rid = await kb.createResource({ slug: 'going', key_values: { shelf: { data: { row: 1 } } } });
    expect((await send('DELETE', `/resource/${rid}`)).status).toBe(204);
    expect((await send('GET', `/resource/${rid}/key_value/shelf`)).status).toBe(404);
  });
});
