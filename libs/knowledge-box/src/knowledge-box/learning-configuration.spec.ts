import { validate } from '@lectern/contracts/core';
import { LearningConfiguration } from '@lectern/contracts/knowledge-box';
import { chosenVectorsets, namesEmbedders, storedConfiguration } from './learning-configuration';

const minilm = { id: 'minilm-l6', dimensions: 384 };
const lexical = { id: 'lexical', dimensions: 512 };
const checked = (value: object) => validate(LearningConfiguration, value);

describe('a learning configuration', () => {
  it('is stored with embedding models only, a single one as a list unless there is one', () => {
    expect(storedConfiguration(checked({ semantic_model: 'x', generative_model: 'y' }))).toEqual({
      semantic_models: ['x'],
    });
    expect(storedConfiguration(checked({ semantic_model: 'x', semantic_models: ['y'] }))).toEqual({
      semantic_models: ['y'],
    });
    expect(storedConfiguration(checked({ semantic_model: 'x', semantic_models: [] }))).toEqual({
      semantic_models: ['x'],
    });
    expect(storedConfiguration(checked({ default_semantic_model: 'z' }))).toEqual({ default_semantic_model: 'z' });
    expect(storedConfiguration(checked({}))).toEqual({});
    expect(storedConfiguration(null)).toBeNull();
  });

  it('chooses a vectorset for each embedding model, that of the default first', () => {
    const chosen = (value: object) => chosenVectorsets(checked(value), [minilm, lexical]);
    expect(chosen({ generative_model: 'local' })).toEqual([]);
    expect(chosen({ semantic_model: 'lexical' })).toEqual([lexical]);
    expect(chosen({ semantic_models: ['minilm-l6', 'lexical', 'lexical'] })).toEqual([minilm, lexical]);
    expect(chosen({ semantic_models: ['minilm-l6', 'lexical'], default_semantic_model: 'lexical' })).toEqual([
      lexical,
      minilm,
    ]);
    expect(chosen({ default_semantic_model: 'lexical' })).toEqual([lexical]);
    expect(() => chosen({ semantic_model: 'gone' })).toThrow('not available');
  });

  it('that names no embedding model needs none to be known', () => {
    expect(namesEmbedders(checked({ semantic_models: [], generative_model: 'x', semantic_model: null }))).toBe(false);
    expect(namesEmbedders(checked({ semantic_models: ['x'] }))).toBe(true);
  });
});
