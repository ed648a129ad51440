import { configOfValues, valuesOf } from './module-values';
import type { FieldKind, SchemaField } from './schema-fields';

const field = (kind: FieldKind, more: Partial<SchemaField> = {}): SchemaField => ({
  name: 'member',
  title: 'Member',
  description: '',
  kind,
  isRequired: false,
  isSecret: false,
  byDefault: undefined,
  options: [],
  ...more,
});

const isStored = true;
const there = (one: SchemaField, value: unknown) => valuesOf([one], { member: value })['member'];
const back = (one: SchemaField, value: string) => configOfValues([one], { member: value }, { isStored });

describe('what a form holds of a member', () => {
  it.each([
    ['text', 'Hello'],
    ['number', 5],
    ['switch', true],
    ['lines', ['a', 'b']],
    ['sources', ['sea']],
    ['json', { a: [1] }],
    ['model', { _type: 'llm_config', model_id: 'm' }],
  ] as const)('of the kind %s is read back as it was: %j', (kind, value) => {
    const one = field(kind);
    const values = valuesOf([one], { member: value });
    expect(configOfValues([one], values, { isStored })).toEqual({ config: { member: value } });
  });

  it('begins with the default', () => {
    expect(there(field('number', { byDefault: 3 }), null)).toBe('3');
  });

  it('is null when it is empty', () => {
    expect(back(field('text'), ' ')).toEqual({ config: { member: null } });
  });

  it.each([
    [field('number', { maximum: 5 }), '6'],
    [field('number'), 'many'],
    [field('json'), '{'],
    [field('text', { isRequired: true }), ''],
  ])('is wrong where it cannot be: %#', (one, value) => {
    expect(back(one, value)).toEqual({ wrong: ['member'] });
  });

  it('may be an empty secret, where one is stored', () => {
    const secret = field('text', { isRequired: true, isSecret: true });
    expect(back(secret, '')).toEqual({ config: { member: null } });
    expect(configOfValues([secret], { member: '' }, { isStored: false })).toEqual({ wrong: ['member'] });
  });
});
