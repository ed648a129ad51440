import { splitConfiguration } from './learning-configuration';

describe('splitConfiguration', () => {
  it('takes the keys of providers out', () => {
    expect(splitConfiguration({ generative_model: 'a', user_keys: { openai: { key: 'sk' } } })).toEqual({
      configuration: { generative_model: 'a' },
      userKeys: { openai: { key: 'sk' } },
    });
  });

  it('writes a single model as a list, unless there is one', () => {
    expect(splitConfiguration({ semantic_model: 'x' }).configuration).toEqual({ semantic_models: ['x'] });
    expect(splitConfiguration({ semantic_model: 'x', semantic_models: ['y'] }).configuration).toEqual({
      semantic_models: ['y'],
    });
  });

  it('is nothing when nothing was given', () => {
    expect(splitConfiguration(null)).toEqual({ configuration: null, userKeys: undefined });
    expect(splitConfiguration({ user_keys: {} })).toEqual({ configuration: {}, userKeys: undefined });
  });
});
