import { type AppError, validate } from '@lectern/contracts/core';
import { LearningConfiguration } from '@lectern/contracts/knowledge-box';
import { chosenVectorsets, namesModels, storedConfiguration } from './learning-configuration';

const minilm = { id: 'minilm-l6', dimensions: 384 };
const lexical = { id: 'lexical', dimensions: 512 };
const models = { embedders: [minilm, lexical], generator: { id: 'local' } };
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
    expect(chosenVectorsets(own, models)).toEqual([minilm]);
  });

  it('chooses a vectorset for each embedding model, that of the default first', () => {
    const chosen = (value: object) => chosenVectorsets(checked(value), models);
    expect(chosen({ generative_model: 'local' })).toEqual([]);
    expect(chosen({ semantic_models: ['minilm-l6', 'lexical', 'lexical'] })).toEqual([minilm, lexical]);
    expect(chosen({ semantic_models: ['minilm-l6', 'lexical'], default_semantic_model: 'lexical' })).toEqual([
      lexical,
      minilm,
    ]);
    expect(chosen({ default_semantic_model: 'lexical' })).toEqual([lexical]);
  });

  it('that names no model needs none to be known', () => {
    expect(namesModels(checked({ semantic_models: [], generative_model: '', summary_model: null }))).toBe(false);
    expect(namesModels(undefined)).toBe(false);
  });

  it('is refused with the place of every model that the deployment does not use', () => {
    const refused = (value: object) => {
      try {
        chosenVectorsets(checked(value), models);
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
      { loc: ['body', 'learning_configuration', 'default_semantic_model'], msg: expect.stringContaining('not one of') },
    ]);
    expect(refused({ semantic_models: ['minilm-l6'], default_semantic_model: 'lexical' })).toMatchObject([
      { loc: ['body', 'learning_configuration', 'default_semantic_model'], input: 'lexical' },
    ]);
  });
});
