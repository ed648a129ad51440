import { localModels, servedModels } from './available-models.fixture';
import { configurationRecord } from './configuration-record';
import { generativeProviders } from './generative-providers';
import { learningSchema } from './learning-schema';

const recordOf = (choices: object, vectorsets?: readonly string[]) =>
  configurationRecord({ choices, keys: {}, vectorsets }, localModels);

describe('the record of a configuration', () => {
  it('shows the deployment where nothing was chosen', () => {
    expect(recordOf({})).toMatchObject({
      semantic_model: 'minilm-l6',
      semantic_models: ['minilm-l6'],
      default_semantic_model: null,
      generative_model: 'local',
      summary_model: 'local',
      summary: 'simple',
      user_keys: null,
      user_prompts: null,
      semantic_vector_size: 384,
      semantic_threshold: 0.3,
      semantic_vector_similarity: 'DOT',
      semantic_model_configs: {
        'minilm-l6': {
          similarity: 0,
          size: 384,
          threshold: 0.3,
          max_tokens: 256,
          matryoshka_dims: [],
          external: false,
        },
      },
    });
  });

  it('has one entry per embedding model, and the vectors of the default one', () => {
    const record = recordOf({ semantic_models: ['minilm-l6', 'lexical'], default_semantic_model: 'lexical' });
    expect(Object.keys(record.semantic_model_configs).sort()).toEqual(['lexical', 'minilm-l6']);
    expect([record.semantic_model, record.semantic_vector_size]).toEqual(['minilm-l6', 1_024]);
    expect(record.semantic_model_configs['lexical']?.max_tokens).toBeNull();
  });

  it('shows the vectorsets of a box that is here instead of what was chosen', () => {
    const record = recordOf({ semantic_models: ['minilm-l6'] }, ['lexical']);
    expect([record.semantic_models, record.semantic_vector_size]).toEqual([['lexical'], 1_024]);
  });

  it('says which vectors a server makes', () => {
    const models = { ...localModels, externalEmbedder: 'minilm-l6' };
    const record = configurationRecord({ choices: {}, keys: {} }, models);
    expect(record.semantic_model_configs['minilm-l6']?.external).toBe(true);
  });

  it('sums up with the generative model unless another one was chosen', () => {
    expect(recordOf({ generative_model: 'a' }).summary_model).toBe('a');
    expect(recordOf({ generative_model: 'a', summary_model: 'b' }).summary_model).toBe('b');
  });
});

describe('what configurations can say', () => {
  it('lists the models that are here', () => {
    const schema = learningSchema(localModels);
    const offered = schema.semantic_models.options.map(({ value }) => value);
    expect(offered.slice(0, 3)).toEqual(['minilm-l6', 'lexical', 'text-embedding-3-small']);
    expect(offered.at(-1)).toBe('hf_embedding');
    expect(schema.generative_model.options[0]).toMatchObject({ value: 'local', user_prompt: null, user_key: null });
    expect(schema.ner_model.options).toHaveLength(1);
  });

  it('lists models that own keys open, with a schema of their keys and prompts', () => {
    const schema = learningSchema(localModels);
    const { options } = schema.generative_model;
    expect(options.length).toBeGreaterThan(5);
    for (const { value, user_key, user_prompt } of options.slice(1)) {
      expect([value, Object.keys(schema.user_keys.schemas)]).toEqual([value, expect.arrayContaining([user_key])]);
      expect(Object.keys(schema.user_prompts.schemas)).toContain(user_prompt);
    }
  });

  it('lists a model of a server once, and models that the account has configured', () => {
    const name = 'gpt-4o/6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    const { options } = learningSchema(servedModels, [{ name, title: 'Ours', model: 'gpt-4o' }]).generative_model;
    expect(options.filter(({ value }) => value === 'served')).toHaveLength(1);
    expect(options.at(-1)).toMatchObject({ value: name, name: 'Ours', provider: 'openai', user_key: null });
  });

  it('groups models by provider, with what they can do', () => {
    const { providers } = generativeProviders(servedModels);
    expect(Object.keys(providers)).toEqual(expect.arrayContaining(['local', 'openai_compat', 'openai', 'cohere']));
    expect(providers['openai']?.models['gpt-4o']).toMatchObject({
      config: { input_tokens: { max: 128_000 }, output_tokens: { max: 16_384 } },
      metadata: { prices: { input: 2.5, output: 10 } },
    });
    expect(providers['local']?.models['local']?.features).toEqual({ structured_output: {}, streaming: {} });
    expect(providers['openai_compat']?.models['served']).toMatchObject({
      config: { input_tokens: { max: 8_000 }, driver: 'openai_compat' },
      features: { vision: {}, tools: {}, custom_keys: {} },
    });
  });
});
