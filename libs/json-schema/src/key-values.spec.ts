import { validate } from '@lectern/contracts/core';
import {
  type KeyValue,
  type KeyValueType,
  keyValueTypes,
  KvSchema,
  KvSchemaField,
} from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { keyValuesProblem } from './key-values';

const noon = '2024-05-01T12:00:00Z';
const one = '2024-05-01T13:00:00Z';
const fieldOf = (members: object) => validate(KvSchemaField, { key: 'k', ...members });
const schemaOf = (...fields: object[]) =>
  validate(KvSchema, { id: 's', fields: fields.map((members, i) => ({ key: `k${i}`, ...members })) });
/** The problem with a value of a key of this kind, without the fixed part of the message. */
const problemOf = (members: object, value: KeyValue) =>
  keyValuesProblem({ id: 's', fields: [fieldOf(members)] }, { k: value })?.replace("Key 'k' in schema 's' ", '');

describe('the values of a key-value field', () => {
  const schema = schemaOf({ type: 'text' }, { type: 'integer' }, { type: 'boolean', required: false });

  it('have the keys of the schema, and all that are required', () => {
    expect(keyValuesProblem(schema, { k0: 'a', k1: 1 })).toBeUndefined();
    expect(keyValuesProblem(schema, { k0: 'a', k1: 1, k2: false })).toBeUndefined();
    expect(keyValuesProblem(schema, { k1: 1, z: 1, x: 2 })).toBe("Unknown keys for schema 's': ['x', 'z']");
    expect(keyValuesProblem(schema, { k2: true })).toBe("Missing required keys for schema 's': ['k0', 'k1']");
    expect(keyValuesProblem(schema, { k0: 'a', k1: 'b' })).toBe(
      "Key 'k1' in schema 's' expects type 'integer', got text",
    );
    expect(keyValuesProblem(schemaOf(), {})).toBeUndefined();
  });

  it('are not taken from what every object has', () => {
    const inherited = { id: 's', fields: [fieldOf({ key: 'constructor', type: 'text' })] };
    expect(keyValuesProblem(inherited, {})).toBe("Missing required keys for schema 's': ['constructor']");
    expect(keyValuesProblem(schema, { k0: 'a', k1: 1, toString: 'a' })).toMatch('Unknown keys');
  });

  it.each<[KeyValueType, KeyValue, string | undefined]>([
    ['text', 'a', undefined],
    ['text', '', undefined],
    ['text', 1, 'integer'],
    ['text', true, 'boolean'],
    ['text', ['a'], 'list'],
    ['text', { lower: 'a', upper: 'b' }, 'range'],
    ['integer', 1, undefined],
    ['integer', -0, undefined],
    ['integer', Number.MAX_SAFE_INTEGER, undefined],
    ['integer', 2 ** 53, 'an integer above 2^53'],
    ['integer', 1.5, 'float'],
    ['integer', true, 'boolean'],
    ['integer', '1', 'text'],
    ['integer', { lower: 1, upper: 2 }, 'range'],
    ['float', 1, undefined],
    ['float', 1.5, undefined],
    ['float', 1e300, undefined],
    ['float', false, 'boolean'],
    ['float', noon, 'date'],
    ['boolean', false, undefined],
    ['boolean', 1, 'integer'],
    ['boolean', 'true', 'text'],
    ['date', noon, undefined],
    ['date', '2024-05-01T12:00:00.123456+02:00', undefined],
    ['date', '2024-05-01 12:00:00z', undefined],
    ['date', '2024-05-01T12:00:00', 'text'],
    ['date', '2024-05-01T12:00Z', 'text'],
    ['date', '2024-05-01', 'text'],
    ['date', '2024-02-31T12:00:00Z', 'text'],
    ['date', '0000-01-01T12:00:00Z', 'text'],
    ['date', '9999-12-31T23:59:59-01:00', 'text'],
    ['date', '12:00:00Z', 'text'],
    ['date', 1_714_558_302, 'integer'],
    ['date', { lower: noon, upper: one }, 'range'],
  ])('are of the type of their key: %s %j', (type, value, got) => {
    expect(problemOf({ type }, value)).toBe(got && `expects type '${type}', got ${got}`);
  });

  it.each<[KeyValueType, KeyValue, string | undefined]>([
    ['integer', { lower: 1, upper: 2 }, undefined],
    ['integer', 1, undefined],
    ['integer', { lower: 1, upper: 2.5 }, "expects type 'integer', got range from integer to float"],
    ['integer', { lower: 'a', upper: 2 }, "expects type 'integer', got range from text to integer"],
    ['integer', { lower: 2, upper: 2 }, 'expects a range whose lower bound is below its upper bound'],
    ['float', { lower: 1, upper: 2.5 }, undefined],
    ['float', 0.5, undefined],
    ['float', { lower: 2.5, upper: 1 }, 'expects a range whose lower bound is below its upper bound'],
    ['date', { lower: noon, upper: one }, undefined],
    ['date', { lower: one, upper: '2024-05-01T12:30:00-01:00' }, undefined],
    [
      'date',
      { lower: one, upper: '2024-05-01T14:30:00+02:00' },
      'expects a range whose lower bound is below its upper bound',
    ],
    ['date', { lower: noon, upper: '2024-05-02' }, "expects type 'date', got range from date to text"],
    ['date', noon, "expects type 'date', got a date that is no range"],
    ['date', '2024-05-01', "expects type 'date', got text"],
    ['date', { lower: '2024-05-01T12:00:00.1234567Z', upper: '2024-05-01T12:00:00.1234568Z' }, undefined],
  ])('may be ranges where the key says so: %s %j', (type, value, problem) => {
    expect(problemOf({ type, range: true }, value)).toBe(problem);
  });

  it('may be a list where a text is repeated, or one text', () => {
    expect(problemOf({ type: 'text', repeated: true }, ['a', 'b'])).toBeUndefined();
    expect(problemOf({ type: 'text', repeated: true }, [])).toBeUndefined();
    expect(problemOf({ type: 'text', repeated: true }, 'a')).toBeUndefined();
    expect(problemOf({ type: 'text', repeated: true }, 1)).toBe("expects type 'text', got integer");
  });

  it('of a text do not look like dates with a time zone', () => {
    const refused = /^expects type 'text', but the value looks like a date\. \S/;
    for (const date of [noon, '2024-05-01 12:00+02:00', '2024-05-01T12:00:00.5-0130', '2024-05-01T12:00Z']) {
      expect(problemOf({ type: 'text' }, date)).toMatch(refused);
      expect(problemOf({ type: 'text', repeated: true }, date)).toMatch(refused);
      expect(problemOf({ type: 'text', repeated: true }, ['a', date])).toMatch(refused);
    }
    for (const text of ['2024-05-01', '2024-05-01T12:00:00', `on ${noon}`, '2024-02-31T12:00:00Z', 'Z'])
      expect(problemOf({ type: 'text' }, text)).toBeUndefined();
  });
});

describe('any value', () => {
  const instant = fc
    .date({ noInvalidDate: true, min: new Date('1900-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z') })
    .map((date) => date.toISOString());
  const values: Record<KeyValueType, fc.Arbitrary<KeyValue>> = {
    text: fc.string({ unit: 'grapheme' }).map((text) => `${text}.`),
    integer: fc.maxSafeInteger(),
    float: fc.double({ noNaN: true, noDefaultInfinity: true }),
    boolean: fc.boolean(),
    date: instant,
  };
  const types = fc.constantFrom(...keyValueTypes);

  it('is accepted by its own type, and an integer by float besides', () => {
    fc.assert(
      fc.property(types, types, fc.gen(), (type, other, g) => {
        const value = g(() => values[other]);
        const fits =
          type === other ||
          (type === 'float' && other === 'integer') ||
          (type === 'integer' && Number.isSafeInteger(value));
        expect(problemOf({ type }, value) === undefined).toBe(fits);
      }),
    );
  });

  it('is one bound of a range exactly when it differs from the other', () => {
    fc.assert(
      fc.property(fc.constantFrom('integer' as const, 'float' as const, 'date' as const), fc.gen(), (type, g) => {
        // Values of these types are numbers or texts.
        const [a, b] = [g(() => values[type]), g(() => values[type])] as [string, string];
        const order = (x: string) => (type === 'date' ? Date.parse(x) : Number(x));
        expect(problemOf({ type, range: true }, { lower: a, upper: b }) === undefined).toBe(order(a) < order(b));
      }),
    );
  });

  it('of a key without the flag is neither a range nor a list', () => {
    fc.assert(
      fc.property(types, fc.gen(), (type, g) => {
        const [lower, upper] = [g(() => values.integer), g(() => values.integer)] as [number, number]; // known types
        expect(problemOf({ type }, { lower, upper })).toBe(`expects type '${type}', got range`);
        expect(problemOf({ type }, ['a'])).toBe(`expects type '${type}', got list`);
      }),
    );
  });
});
