import { lackingKeys } from '@lectern/models';
import { localModels, servedModels } from './available-models.fixture';
import { keySchemas } from './key-schemas';
import { learningSchema } from './learning-schema';

const memberOf = (schema: object | undefined, name: string): unknown => schema && Reflect.get(schema, name);
const { catalogue } = localModels;

describe('the schemas of keys', () => {
  it('ask for what each provider of the catalogue needs', () => {
    for (const provider of catalogue.providers) {
      const schema = keySchemas[provider.id];
      if (!schema) continue;
      const properties = Object.keys(memberOf(schema, 'properties') ?? {});
      expect([provider.id, properties]).toEqual([provider.id, expect.arrayContaining([...lackingKeys(provider)])]);
    }
  });

  it('are there for each provider whose models need keys', () => {
    const needing = catalogue.providers.filter((provider) => lackingKeys(provider).length > 0).map(({ id }) => id);
    expect(Object.keys(keySchemas)).toEqual(expect.arrayContaining(needing));
  });

  it('require only members that they have', () => {
    for (const [id, schema] of Object.entries(keySchemas)) {
      const properties = Object.keys(memberOf(schema, 'properties') ?? {});
      const required = memberOf(schema, 'required') ?? [];
      expect([id, properties]).toEqual([id, expect.arrayContaining(Object.values(required))]);
    }
  });

  it('hide what is secret while it is typed', () => {
    const names = ['key', 'gemini_key', 'access_key', 'secret_key', 'credentials'];
    for (const schema of Object.values(keySchemas)) {
      const properties = memberOf(schema, 'properties') ?? {};
      for (const [name, property] of Object.entries(properties))
        expect([name, memberOf(property, 'widget') === 'password']).toEqual([name, names.includes(name)]);
    }
  });
});

describe('the schema of configurations', () => {
  it('offers what this deployment has first, each once, then what keys would open', () => {
    const { generative_model: generative, semantic_models: semantic } = learningSchema(servedModels);
    const values = generative?.options.map(({ value }) => value) ?? [];
    expect(values.slice(0, 2)).toEqual(['local', 'served']);
    expect(new Set(values).size).toBe(values.length);
    expect([generative?.default, semantic?.default]).toEqual(['served', 'minilm-l6']);
    const embedders = semantic?.options.map(({ value }) => value) ?? [];
    expect(embedders.slice(0, 2)).toEqual(['minilm-l6', 'lexical']);
    expect(new Set(embedders).size).toBe(embedders.length);
  });

  it('offers models of the account last, with the provider of the model that they configure', () => {
    const configured = [
      { name: 'gpt-4o/1', title: 'Ours', model: 'gpt-4o' },
      { name: 'custom:ours', title: 'Own', model: 'custom:ours' },
    ];
    const { generative_model: generative } = learningSchema(localModels, configured);
    expect(generative?.options.slice(-2)).toMatchObject([
      { name: 'Ours', value: 'gpt-4o/1', provider: catalogue.model('gpt-4o')?.provider, user_key: null },
      { name: 'Own', value: 'custom:ours', provider: 'openai_compat', user_key: null },
    ]);
  });

  it('names no keys for the built-in reader', () => {
    const [local] = learningSchema(localModels).generative_model?.options ?? [];
    expect(local).toMatchObject({ value: 'local', user_key: null, user_prompt: null });
  });
});
