import type { LearningSchema } from '@lectern/contracts/understanding';
import { nameOf, providerOf, providersOf, titleOf } from './provided-models';

const option = (value: string, user_key: string | null) => ({ value, name: value, user_key });
// The members that are read.
const schema = {
  generative_model: {
    options: [option('local', null), option('gpt-5', 'openai'), option('gpt-4o', 'openai'), option('gpt-5/1', null)],
  },
  user_keys: { schemas: { openai: { title: 'OpenAI' } } },
} as unknown as LearningSchema;
const configuration = {
  id: '1',
  default_model_id: 'gpt-5',
  description: null,
  assume_role: 0,
  kbids: [],
  nua_client_ids: [],
};

describe('models that an account can configure', () => {
  it('are those that take keys, by provider', () => {
    const providers = providersOf(schema);
    expect(providers.map(({ id, title, models }) => [id, title, models.map(({ value }) => value)])).toEqual([
      ['openai', 'OpenAI', ['gpt-5', 'gpt-4o']],
    ]);
    expect(providerOf(providers, 'gpt-4o')?.id).toBe('openai');
    expect(providerOf(providers, 'gone')).toBeUndefined();
  });
});

describe('a configured model', () => {
  it('is named after the model that it configures', () => {
    expect(nameOf(configuration)).toBe('gpt-5/1');
    expect([titleOf(configuration), titleOf({ ...configuration, description: 'Ours' })]).toEqual(['gpt-5', 'Ours']);
  });
});
