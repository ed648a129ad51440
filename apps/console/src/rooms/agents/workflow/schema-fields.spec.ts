import { SCHEMA } from '../agents.fixture';
import { configOf, fieldsOf, slotsOf } from './schema-fields';

const { basic_ask: ask, static_string: fixed } = SCHEMA.agents.context;

describe('a form of a module', () => {
  it('has the members of its schema besides its name and the modules within it', () => {
    expect(fieldsOf(ask.config_schema).map(({ name, kind }) => [name, kind])).toEqual([['sources', 'sources']]);
    expect(slotsOf(ask.config_schema)).toMatchObject([{ name: 'fallback', isList: false, modules: ['static_string'] }]);
  });

  it('begins with what must be given', () => {
    const schema = {
      ...fixed.config_schema,
      properties: { note: { type: 'string' }, ...fixed.config_schema.properties },
    };
    expect(fieldsOf(schema).map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['context', true],
      ['note', false],
    ]);
  });

  it.each([
    [{ type: 'integer', minimum: 1, maximum: 5 }, 'number'],
    [{ type: 'boolean' }, 'switch'],
    [{ enum: ['a', 'b'] }, 'choice'],
    [{ const: 'a' }, 'choice'],
    [{ type: 'array', items: { type: 'string' } }, 'lines'],
    [{ type: 'array', items: { enum: ['a'] } }, 'choices'],
    [{ type: 'array', items: { $ref: '#/$defs/Thing' } }, 'json'],
    [{ anyOf: [{ type: 'string' }, { $ref: '#/$defs/Thing' }] }, 'json'],
    [{ type: 'string', widget: 'model_select' }, 'model'],
    [{ type: 'string', widget: 'driver_select' }, 'source'],
  ] as const)('has for %j a field of the kind %s', (member, kind) => {
    const schema = { properties: { member }, $defs: { Thing: { type: 'object' } } };
    expect(fieldsOf(schema)).toMatchObject([{ kind }]);
  });

  it('hides what its schema hides', () => {
    expect(fieldsOf({ properties: { member: { type: 'string', widget: 'not_show' } } })).toEqual([]);
  });
});

it('a driver has its settings in a member, of which secrets are named', () => {
  const fields = fieldsOf(configOf(SCHEMA.drivers.brave.config_schema));
  expect(fields.map(({ name, isSecret, isRequired }) => [name, isSecret, isRequired])).toEqual([
    ['key', true, true],
    ['endpoint', false, false],
  ]);
});
