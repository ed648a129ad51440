import { isStored, keyFields, keysOf, keyTexts, providerTitle } from './key-fields';

const secret = { title: 'Key', type: 'string', widget: 'password', info: 'Stored encrypted' };
const schema = {
  title: 'Chat completions server',
  type: 'object',
  properties: {
    url: { title: 'Address', type: 'string' },
    key: secret,
    sizes: { type: 'array', items: { type: 'integer' } },
    similarity: { type: 'string', enum: ['DOT', 'COSINE'] },
    limits: { type: 'object', properties: { warmth: { title: 'Temperature', anyOf: [{ type: 'number' }] } } },
    features: { type: 'object', properties: { vision: { anyOf: [{ type: 'boolean' }, { type: 'null' }] } } },
  },
  required: ['key'],
};
const fields = keyFields(schema);
const stored = { url: 'https://models.example/v1', key: '********', limits: { warmth: 0.5 } };

describe('the keys of a provider', () => {
  it('are those that the API describes, the required ones first', () => {
    expect(fields.map(({ path, kind, isRequired }) => [path.join('.'), kind, isRequired])).toEqual([
      ['key', 'secret', true],
      ['url', 'text', false],
      ['sizes', 'numbers', false],
      ['similarity', 'choice', false],
      ['limits.warmth', 'number', false],
      ['features.vision', 'flag', false],
    ]);
    expect(providerTitle('openai_compat', schema)).toBe('Chat completions server');
  });

  it('have a name and no fields where a later version describes them in another way', () => {
    expect(keyFields(true)).toEqual([]);
    expect(providerTitle('novel', null)).toBe('novel');
  });

  it('are shown without their secrets', () => {
    expect(keyTexts(fields, stored)).toMatchObject({
      key: '',
      url: 'https://models.example/v1',
      'limits.warmth': '0.5',
    });
    expect(fields.filter((field) => isStored(field, stored)).map(({ title }) => title)).toEqual(['Key']);
  });

  it('keep a stored secret whose field is left empty', () => {
    expect(keysOf(fields, { ...keyTexts(fields, stored), url: '' }, stored)).toEqual({
      key: '********',
      limits: { warmth: 0.5 },
    });
  });

  it('are sent with their types', () => {
    const texts = {
      key: ' sk-1 ',
      sizes: '256, 512',
      similarity: 'DOT',
      'limits.warmth': '1',
      'features.vision': 'true',
    };
    expect(keysOf(fields, texts, undefined)).toEqual({
      key: 'sk-1',
      sizes: [256, 512],
      similarity: 'DOT',
      limits: { warmth: 1 },
      features: { vision: true },
    });
  });
});
