import { type AppError, validate } from '@lectern/contracts/core';
import { LearningConfiguration } from '@lectern/contracts/knowledge-box';
import { namesModels, refuseUnknownModels, storedConfiguration } from './learning-configuration';

const models = { embedder: { id: 'minilm-l6' }, generator: { id: 'local' } };
const checked = (value: object) => validate(LearningConfiguration, value);

describe('a learning configuration', () => {
  it('is stored with a single model as a list, unless there is one', () => {
    expect(storedConfiguration(checked({ semantic_model: 'x' }))).toEqual({ semantic_models: ['x'] });
    expect(storedConfiguration(checked({ semantic_model: 'x', semantic_models: ['y'] }))).toEqual({
      semantic_models: ['y'],
    });
    expect(storedConfiguration(checked({ semantic_model: 'x', semantic_models: [] }))).toEqual({
      semantic_models: ['x'],
    });
    expect(storedConfiguration(checked({}))).toEqual({});
    expect(storedConfiguration(null)).toBeNull();
  });

  it('may name the models that the deployment uses', () => {
    const own = checked({
      ...{ semantic_model: 'minilm-l6', semantic_models: ['minilm-l6'], default_semantic_model: 'minilm-l6' },
      ...{ generative_model: 'local', summary_model: 'local' },
    });
    expect(namesModels(own)).toBe(true);
    expect(() => refuseUnknownModels(own, models)).not.toThrow();
  });

  it('that names no model needs none to be known', () => {
    expect(namesModels(checked({ semantic_models: [], generative_model: '', summary_model: null }))).toBe(false);
    expect(namesModels(undefined)).toBe(false);
  });

  it('is refused with the place of every model that the deployment does not use', () => {
    const refused = (value: object) => {
      try {
        refuseUnknownModels(checked(value), models);
      } catch (error) {
        return (error as AppError).details.detail; // nothing else is thrown
      }
      return 'accepted';
    };
    expect(refused({ generative_model: 'minilm-l6' })).toMatchObject([
      { loc: ['body', 'learning_configuration', 'generative_model'], input: 'minilm-l6' },
    ]);
    expect(refused({ semantic_models: ['minilm-l6', 'other'], default_semantic_model: 'third' })).toMatchObject([
      { loc: ['body', 'learning_configuration', 'semantic_models'], input: 'other' },
      { loc: ['body', 'learning_configuration', 'default_semantic_model'], input: 'third' },
    ]);
  });
});
