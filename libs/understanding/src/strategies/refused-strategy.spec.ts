import { localModels, servedModels } from '../configuration/available-models.fixture';
import { MASK } from '../account-model/user-keys';
import { describedModel, refusedModels } from './refused-strategy';

const blind = { ...servedModels, generators: servedModels.generators.map((one) => ({ ...one, vision: false })) };
const keys = (key: string) => ({ user_keys: { openai_compat: { key } } });
const refusals = (config: object, models = servedModels) =>
  refusedModels(config, models).map(({ loc, msg }) => [loc.join('.'), msg.replace('Value error, ', '')]);

describe('the models of a strategy', () => {
  it('are asked for when they are used where it names none', () => {
    for (const config of [{}, { vllm_config: {} }, { vllm_config: { llm: null } }, { llm_split: { llm: {} } }])
      expect(refusals(config, localModels)).toEqual([]);
  });

  it('may be any that the server of the default model knows', () => {
    const llm = { generative_model: 'another' };
    expect(refusals({ vllm_config: { llm } })).toEqual([]);
    expect(describedModel('another', servedModels)?.id).toBe('served');
    expect(describedModel('another', localModels)).toBeUndefined();
  });

  it('are those that the deployment has, where its default knows no others', () => {
    expect(refusals({ ai_tables: { llm: { generative_model: 'another' } } }, localModels)).toEqual([
      ['body.ai_tables.llm.generative_model', 'unknown model; this deployment has local'],
    ]);
  });

  it('see pictures, unless they only split texts', () => {
    const llm = { generative_model: 'served' };
    expect(refusals({ vllm_config: { llm }, ai_tables: { llm }, llm_split: { llm } }, blind)).toEqual([
      ['body.vllm_config.llm.generative_model', 'the model reads no images (OPENAI_VISION)'],
      ['body.ai_tables.llm.generative_model', 'the model reads no images (OPENAI_VISION)'],
    ]);
  });

  it('that split texts follow prompts', () => {
    expect(refusals({ llm_split: { llm: { generative_model: 'local' } } })).toEqual([
      ['body.llm_split.llm.generative_model', 'the model follows no prompts'],
    ]);
  });

  it('are of the provider that the strategy names', () => {
    const named = (generative_provider: string, generative_model?: string) =>
      refusals({ vllm_config: { llm: { generative_provider, generative_model } } });
    expect([named('openai_compat'), named('openai_compat', 'served'), named('')]).toEqual([[], [], []]);
    expect(named('azure')).toEqual([
      ['body.vllm_config.llm.generative_provider', 'unknown provider; this deployment has local, openai_compat'],
    ]);
    expect(named('local', 'served')).toEqual([
      ['body.vllm_config.llm.generative_provider', 'unknown provider; that of the model is openai_compat'],
    ]);
  });

  it('take keys only for a model server, and no masks instead of keys', () => {
    expect(refusals({ vllm_config: { llm: keys('sk') } })).toEqual([]);
    const refused = refusedModels({ vllm_config: { llm: keys('sk') } }, localModels);
    expect(refused.map(({ msg }) => msg)).toEqual([
      'Value error, this deployment has no model server to use a key with',
    ]);
    expect(JSON.stringify(refused)).not.toContain('"sk"');
    expect(refusals({ vllm_config: { llm: keys(MASK) } })).toEqual([
      ['body.vllm_config.llm.user_keys', 'this masks a stored key, but none is stored'],
    ]);
  });
});
