import { localModels, servedModels } from './available-models.fixture';
import { configurationRecord } from './configuration-record';
import { generativeProviders } from './generative-providers';
import { learningSchema } from './learning-schema';

const recordOf = (choices: object, vectorsets?: readonly string[]) =>
  configurationRecord({ choices, keys: {}, vectorsets }, localModels);

describe('the record of a configuration', () => {
  it('shows the deployment where nothing was chosen', () => {
    expect(recordOf({})).toMatchObject({
      ...{ semantic_model: 'minilm-l6', semantic_models: ['minilm-l6'], default_semantic_model: null },
      ...{ generative_model: 'local', summary_model: 'local', summary: 'simple', user_keys: null, user_prompts: null },
      ...{ semantic_vector_size: 384, semantic_threshold: 0.3, semantic_vector_similarity: 'DOT' },
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
    expect(schema.semantic_models.options.map(({ value }) => value)).toEqual(['minilm-l6', 'lexical']);
    expect(schema.generative_model.options).toMatchObject([{ value: 'local', user_prompt: null, user_key: null }]);
    expect([schema.ner_model.options.length, schema.user_keys.schemas]).toEqual([1, {}]);
  });

  it('has prompts and keys where a server follows and takes them', () => {
    const schema = learningSchema(servedModels);
    expect(schema.generative_model).toMatchObject({ default: 'served', options: { length: 2 } });
    expect(Object.keys(schema.user_prompts.schemas)).toEqual(['openai_compat']);
    expect(Object.keys(schema.user_keys.schemas)).toEqual(['openai_compat']);
  });

  it('groups models by provider, with what they can do', () => {
    const { providers } = generativeProviders(servedModels);
    expect(Object.keys(providers)).toEqual(['local', 'openai_compat']);
    expect(providers['local']?.models['local']?.features).toEqual({ structured_output: {}, streaming: {} });
    expect(providers['openai_compat']?.models['served']).toMatchObject({
      config: { input_tokens: { max: 8_000 }, driver: 'openai_compat' },
      features: { vision: {}, tools: {}, custom_keys: {} },
    });
  });
});
