import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { refusals } from '../../validation/refused.fixture';
import { beyond, conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { KeyValueFieldPayload } from '../field/field.dto';
import { KvSchema, KvSchemaTarget, ModifyKvSchemaPayload } from './kv-schema.dto';
import { createKvSchema, deleteKvSchema, getKvSchema, listKvSchemas, modifyKvSchema } from './kv-schema.operations';

const keys = (count: number) => Array.from({ length: count }, (_, i) => ({ key: `k${i}`, type: 'text' }));
const withField = (members: object) => ({ id: 's', fields: [{ key: 'k', type: 'text', ...members }] });
const refused = (value: object) => refusals(KvSchema, value);
const data = (values: object) => refusals(KeyValueFieldPayload, { data: values }).map((one) => one.split(':')[0]);

describe('a key-value schema', () => {
  it('has defaults for all but ids, keys and types', () => {
    const fields = [{ key: 'k', type: 'text', description: '', required: true, range: false, repeated: false }];
    expect(validate(KvSchema, withField({}))).toEqual({ id: 's', description: '', fields });
    expect(validate(KvSchema, { id: 's' })).toEqual({ id: 's', description: '', fields: [] });
  });

  it('has an id of at most 64 characters of field ids', () => {
    for (const id of ['a', 'A-b_c:9', 'x'.repeat(64)]) expect(refused({ id })).toEqual([]);
    for (const id of ['', 'a b', 'a/b', 'é', 'x'.repeat(65), '__proto__', 7]) expect(refused({ id })).toHaveLength(1);
    expect(refused({})).toEqual(['id: Field required']);
  });

  it('has keys of at most 64 characters without slash and dot', () => {
    for (const key of ['a', 'ein Schlüssel', '😀'.repeat(64), 'constructor'])
      expect(refused(withField({ key }))).toEqual([]);
    for (const key of ['', 'a/b', 'a.b', 'x'.repeat(65), '__proto__', 7])
      expect(refused(withField({ key }))).toEqual([expect.stringMatching(/^fields\.0\.key: /)]);
  });

  it('has at most 50 fields, each with a key that no other has', () => {
    expect(refused({ id: 's', fields: keys(50) })).toEqual([]);
    expect(refused({ id: 's', fields: keys(51) })).toEqual([expect.stringMatching(/^fields: .*at most 50/)]);
    const twice = [...keys(2), ...keys(1)];
    expect(refused({ id: 's', fields: twice })).toEqual(['fields: Value error, Schema field keys must be unique']);
    expect(refusals(ModifyKvSchemaPayload, { fields: twice })).toEqual([
      'fields: Value error, Schema field keys must be unique',
    ]);
  });

  it('has ranges of numbers and dates only, and lists of texts only', () => {
    for (const type of ['integer', 'float', 'date']) {
      expect(refused(withField({ type, range: true }))).toEqual([]);
      expect(refused(withField({ type, repeated: true }))).toEqual([
        `fields.0: Value error, ${type} is not an allowed repeated type`,
      ]);
    }
    for (const type of ['text', 'boolean'])
      expect(refused(withField({ type, range: true }))).toEqual([
        `fields.0: Value error, ${type} is not an allowed range type`,
      ]);
    expect(refused(withField({ repeated: true }))).toEqual([]);
    expect(refused(withField({ type: 'datetime' }))).toEqual([expect.stringMatching(/^fields\.0\.type: /)]);
  });

  it('has descriptions with a bound', () => {
    expect(refused({ id: 's', description: 'x'.repeat(4_096) })).toEqual([]);
    expect(refused({ id: 's', description: 'x'.repeat(4_097) })).toHaveLength(1);
    expect(refused(withField({ description: 'x'.repeat(1_025) }))).toHaveLength(1);
  });

  it('is changed by members that it has, and by no others', () => {
    expect(refusals(ModifyKvSchemaPayload, {})).toEqual([]);
    expect(refusals(ModifyKvSchemaPayload, { id: null, description: null, fields: null })).toEqual([]);
    expect(refusals(ModifyKvSchemaPayload, { name: 'x' })).toEqual(['name: Extra inputs are not permitted']);
  });
});

describe('a key-value field', () => {
  it('has texts, numbers, flags, lists of texts and ranges', () => {
    const values = { a: 'x', b: 1.5, c: true, d: ['x', 'y'], e: { lower: 1, upper: 2 }, f: { lower: 'a', upper: 'b' } };
    expect(validate(KeyValueFieldPayload, { data: values })).toEqual({ data: values });
    expect(validate(KeyValueFieldPayload, {})).toEqual({ data: {} });
  });

  it('has nothing else', () => {
    const others = [
      null,
      {},
      [1],
      [['a']],
      { lower: 1 },
      { lower: 1, upper: 2, x: 3 },
      { lower: true, upper: false },
      1e999,
    ];
    for (const value of others) expect([value, data({ a: value }).length > 0]).toEqual([value, true]);
  });

  it('has bounds: of keys, texts, lists, and of all together', () => {
    const many = (count: number, value: unknown = 'x') =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
    expect(data(many(50))).toEqual([]);
    expect(data(many(51))).toEqual(['data']);
    expect(data({ 'a.b': 'x' })).toEqual(['data.a.b.[key]']);
    expect(data({ a: 'x'.repeat(65_536) })).toEqual([]);
    expect(data({ a: 'x'.repeat(65_537) }).length).toBeGreaterThan(0);
    expect(data({ a: new Array(1_000).fill('x') })).toEqual([]);
    expect(data({ a: new Array(1_001).fill('x') }).length).toBeGreaterThan(0);
    expect(data(many(6, 'x'.repeat(65_000)))).toEqual([]);
    expect(data(many(7, 'x'.repeat(65_000)))).toEqual(['data']);
  });
});

describe('operations on key-value schemas', () => {
  it('are for writers, and read by readers and guests', () => {
    expect(routesOf(createKvSchema, modifyKvSchema, deleteKvSchema, listKvSchemas, getKvSchema)).toEqual({
      'POST /kb/{kbid}/kv-schemas': '201 json; WRITER of kb; sa user pat',
      'PUT /kb/{kbid}/kv-schemas/{schema_id}': '200 json; WRITER of kb; sa user pat',
      'DELETE /kb/{kbid}/kv-schemas/{schema_id}': '204 empty; WRITER of kb; sa user pat',
      'GET /kb/{kbid}/kv-schemas': '200 json; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/kv-schemas/{schema_id}': '200 json; READER of kb; sa user pat eph none',
    });
    expect(conductOf(createKvSchema, modifyKvSchema, deleteKvSchema)).toEqual({
      'kb.kv-schema.create': '60 s, needs room',
      'kb.kv-schema.modify': '60 s, needs room',
      'kb.kv-schema.delete': '60 s',
    });
  });

  it('conflict by the id of the schema, and miss one that does not exist', () => {
    const codes = ({ fails = {} }: { fails?: object }) => Object.keys(fails).sort();
    expect(codes(createKvSchema)).toEqual(['conflict', 'invalid_request', 'storage_full']);
    expect(codes(modifyKvSchema)).toEqual(['invalid_request', 'not_found', 'storage_full']);
    expect(codes(deleteKvSchema)).toEqual(['not_found', 'storage_full']);
    expect(codes(getKvSchema)).toEqual(['not_found']);
  });

  it('answer with the schema, or with all of them by id', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'kv-schema.dto.ts'), name);
    expect(answer('KvSchemaList')).toBe('schemas');
    expect(answer('KvSchema')).toBe('id, description, fields');
    expect(answer('KvSchemaField')).toBe('key, type, description, required, range, repeated');
  });

  it('name the schema by its id', () => {
    const named = (schema_id: unknown) => refusals(KvSchemaTarget, { kbid: 'k', schema_id });
    expect(named('a:b_c-9')).toEqual([]);
    for (const id of ['', 'a b', 'a.b', 'ä']) expect(named(id)).toHaveLength(1);
    expect(beyond(64, (size) => named(text(size)))).toHaveLength(1);
  });
});

describe('a change of a key-value schema', () => {
  it('has only what the request has: nothing is filled in at the top', () => {
    expect(received(modifyKvSchema, { body: {} })).toEqual({ body: {} });
    expect(received(modifyKvSchema, { body: { description: 'New' } })).toEqual({ body: { description: 'New' } });
    expect(received(modifyKvSchema, { body: { fields: [{ key: 'a', type: 'date' }] } })).toEqual({
      body: {
        fields: [{ key: 'a', type: 'date', description: '', required: true, range: false, repeated: false }],
      },
    });
  });

  it('refuses members that it does not know, which a new schema ignores', () => {
    const body = { id: 's', title: 'x' };
    expect(faults(modifyKvSchema, { body })).toEqual(['body.title: Extra inputs are not permitted']);
    expect(faults(createKvSchema, { body })).toEqual([]);
  });

  it.each([
    [{ fields: [{ type: 'text' }] }, 'fields.0.key: Field required'],
    [{ fields: [{ key: 'k' }] }, 'fields.0.type: Field required'],
    [
      { fields: [{ key: 'k', type: 'TEXT' }] },
      "fields.0.type: Input should be 'text', 'integer', 'float', 'boolean' or 'date'",
    ],
    [{ fields: [{ key: 'k', type: 'text', required: 'maybe' }] }, 'fields.0.required: Input should be a valid boolean'],
    [{ fields: {} }, 'fields: Input should be a valid list'],
    [{ description: 7 }, 'description: Input should be a valid string'],
  ])('is refused with %j, and so is a new schema', (body, fault) => {
    expect(faults(modifyKvSchema, { body })).toEqual([expect.stringContaining(`body.${fault}`)]);
    expect(faults(createKvSchema, { body: { id: 's', ...body } })).toEqual([expect.stringContaining(`body.${fault}`)]);
  });
});

describe('values of a key-value field', () => {
  it('may be of every type of a schema, and ranges of numbers and dates', () => {
    const values = {
      text: 'x',
      integer: -7,
      float: 1e-9,
      boolean: false,
      date: '2024-05-01T10:00:00Z',
      repeated: [],
      range: { lower: '2024-05-01T10:00:00Z', upper: '2024-05-02T10:00:00Z' },
    };
    expect(validate(KeyValueFieldPayload, { data: values })).toEqual({ data: values });
  });

  it('have keys of a schema', () => {
    for (const key of ['a/b', 'a.b', '', 'x'.repeat(65)]) expect(data({ [key]: 'x' })).toHaveLength(1);
    for (const key of ['a', 'Schlüssel 😀', 'x'.repeat(64)]) expect(data({ [key]: 'x' })).toEqual([]);
  });

  it('have at most 65,536 characters each, 1,000 texts in a list, and 400,000 characters of JSON together', () => {
    const longest = (size: number) => data({ a: text(size) });
    expect([longest(65_536).length, longest(65_537).length > 0]).toEqual([0, true]);
    const listed = (size: number) => data({ a: Array(size).fill('x') });
    expect([listed(1_000).length, listed(1_001).length > 0]).toEqual([0, true]);
    const seven = (size: number) =>
      Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`k${i}`, text(i < 6 ? 60_000 : size)]));
    const others = JSON.stringify(seven(0)).length;
    expect(beyond(400_000 - others, (size) => refusals(KeyValueFieldPayload, { data: seven(size) }))).toEqual([
      'data: Value error, longer than 400000 characters of JSON',
    ]);
  });
});
