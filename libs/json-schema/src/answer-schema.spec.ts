import fc from 'fast-check';
import { answerSchema, SchemaError } from './answer-schema';

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
  required: ['name'],
};

describe('a schema of answers', () => {
  it.each([
    [person],
    [{ name: 'person', description: 'A person', parameters: person }],
    [{ title: 'Person', properties: person.properties, required: ['name'] }],
    [{ ...person, $schema: 'http://json-schema.org/draft-07/schema#' }],
    [{ ...person, $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    [{ $ref: '#/$defs/person', $defs: { person } }],
  ])('says what is wrong with an object: %j', (schema) => {
    const { problemOf } = answerSchema(schema);
    expect(problemOf({ name: 'Ada', age: 36 })).toBeUndefined();
    expect(problemOf({ name: 'Ada', more: [] })).toBeUndefined();
    expect(problemOf({})).toBe("must have required property 'name'");
    expect(problemOf({ name: 'Ada', age: -1 })).toBe('/age must be >= 0');
    expect(problemOf({ name: 1 })).toBe('/name must be string');
    for (const other of [null, [], 'Ada', 1]) expect(problemOf(other)).toBe('it is no object');
  });

  it('without members stands for any object', () => {
    expect(answerSchema({}).problemOf({ a: 1 })).toBeUndefined();
  });

  it.each([
    [{ foo: 1 }, 'neither `type` nor `properties`'],
    [{ type: 'nonsense' }, 'not `object`'],
    [{ type: 'string' }, 'not `object`'],
    [{ type: ['string', 'null'] }, 'not `object`'],
    [{ parameters: 'x' }, '`parameters` is no JSON Schema'],
    [{ name: 'x', parameters: [] }, '`parameters` is no JSON Schema'],
    [{ properties: 5 }, 'schema/properties must be object'],
    [{ type: 'object', properties: { a: { type: 'text' } } }, 'schema/properties/a/type must be'],
    [{ type: 'object', required: 'a' }, 'schema/required must be array'],
    [{ type: 'object', properties: { a: { pattern: '(' } } }, 'Invalid regular expression'],
    [{ $ref: 'https://example.com/schema' }, "can't resolve reference"],
    [{ $ref: '#/$defs/lost' }, "can't resolve reference"],
  ])('is not %j', (schema, reason) => {
    expect(() => answerSchema(schema)).toThrow(SchemaError);
    expect(() => answerSchema(schema)).toThrow(reason);
  });

  it('may refer to itself, and answers may be deep', () => {
    const tree = { type: 'object', properties: { next: { $ref: '#' } } };
    const { problemOf } = answerSchema(tree);
    let deep: object = {};
    for (let i = 0; i < 200_000; i += 1) deep = { next: deep };
    expect(problemOf({ next: { next: {} } })).toBeUndefined();
    expect(problemOf({ next: { next: 1 } })).toBe('/next/next must be object');
    expect(problemOf(deep)).toContain('nested too deeply');
  });

  it('is either read or refused with a reason, whatever is sent', () => {
    const names = ['type', 'properties', 'required', 'items', 'anyOf', '$ref', 'parameters', '$schema', '$id', 'enum'];
    const member = fc.oneof(
      fc.json().map((text): unknown => JSON.parse(text)),
      fc.constantFrom('object', '#', names),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), member), (schema) => {
        try {
          expect(['string', 'undefined']).toContain(typeof answerSchema(schema).problemOf({}));
        } catch (error) {
          expect(error).toBeInstanceOf(SchemaError);
        }
      }),
      { numRuns: 50 },
    );
  });
});
