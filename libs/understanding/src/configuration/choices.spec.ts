import { validate } from '@lectern/contracts/core';
import { LearningConfiguration, LearningConfigurationUpdate } from '@lectern/contracts/knowledge-box';
import { changedChoices, choicesOf, withoutSemanticModels } from './choices';

const whole = (given: object) => choicesOf(validate(LearningConfiguration, given));
const changed = (before: object, given: object) => changedChoices(before, validate(LearningConfigurationUpdate, given));

describe('choices', () => {
  it('are what a configuration says and no defaults', () => {
    expect(whole({})).toEqual({});
    expect(
      whole({ generative_model: 'local', summary: null, user_prompts: {}, ner_model: 'multilingual', user_keys: {} }),
    ).toEqual({ generative_model: 'local' });
  });

  it('have one list of embedding models, however they are named', () => {
    expect(whole({ semantic_model: 'a' })).toEqual({ semantic_models: ['a'] });
    expect(whole({ semantic_model: 'a', semantic_models: ['b', 'b', ''] })).toEqual({ semantic_models: ['b'] });
    expect(whole({ semantic_models: ['a', 'b'], default_semantic_model: 'b' })).toEqual({
      semantic_models: ['a', 'b'],
      default_semantic_model: 'b',
    });
  });

  it('keep members that a change leaves out, and lose those that it sets to null', () => {
    const before = { generative_model: 'local', summary: 'extended', prefer_markdown_generative_response: true };
    expect(changed(before, {})).toEqual(before);
    expect(changed(before, { summary: null, prefer_markdown_generative_response: false })).toEqual({
      generative_model: 'local',
      prefer_markdown_generative_response: false,
    });
  });

  it('replace prompts as a whole', () => {
    const before = { user_prompts: { openai_compat: { system: 'a', prompt: 'b' }, other: { prompt: 'c' } } };
    expect(changed(before, { user_prompts: { openai_compat: { prompt: 'd' } } })).toEqual({
      user_prompts: { openai_compat: { prompt: 'd' } },
    });
  });

  it('of a box that is here name no embedding models', () => {
    expect(
      withoutSemanticModels(whole({ semantic_model: 'a', default_semantic_model: 'a', summary: 'simple' })),
    ).toEqual({ summary: 'simple' });
  });
});
