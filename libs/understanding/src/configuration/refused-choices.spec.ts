import { localModels, servedModels } from './available-models.fixture';
import { otherThanVectorsets, refusedChoices } from './refused-choices';

const placesOf = (violations: readonly { readonly loc: readonly (string | number)[] }[]) =>
  violations.map(({ loc }) => loc.join('.'));

describe('a configuration', () => {
  it('names models that the deployment has', () => {
    const good = { semantic_models: ['lexical', 'minilm-l6'], default_semantic_model: 'lexical' };
    expect(refusedChoices({ ...good, generative_model: 'local', summary_model: 'local' }, {}, localModels)).toEqual([]);
  });

  it('is refused for each other one, with what there is', () => {
    const wrong = { semantic_models: ['lexical', 'x'], generative_model: 'gpt', summary_model: 'minilm-l6' };
    const refused = refusedChoices(wrong, {}, localModels);
    expect(placesOf(refused)).toEqual(['body.semantic_models', 'body.generative_model', 'body.summary_model']);
    expect(refused.map(({ msg }) => msg)).toEqual([
      'Value error, unknown model; this deployment has minilm-l6, lexical',
      'Value error, unknown model; this deployment has local',
      'Value error, unknown model; this deployment has local',
    ]);
  });

  it('has a default that is one of its embedding models', () => {
    const wrong = { semantic_models: ['lexical'], default_semantic_model: 'minilm-l6' };
    expect(placesOf(refusedChoices(wrong, {}, localModels))).toEqual(['body.default_semantic_model']);
    expect(refusedChoices({ default_semantic_model: 'lexical' }, {}, localModels)).toEqual([]);
  });

  it('may name what only the server knows, when the server is the default', () => {
    expect(refusedChoices({ generative_model: 'another' }, {}, servedModels)).toEqual([]);
    const reads = { ...servedModels, defaultGenerator: 'local' };
    expect(placesOf(refusedChoices({ generative_model: 'another' }, {}, reads))).toEqual(['body.generative_model']);
  });

  it('with a server of its own may not name what the server of the deployment alone may know', () => {
    const keys = { openai_compat: { url: 'https://models.example.org/v1', model_id: 'm' } };
    const places = (name: string) => placesOf(refusedChoices({ generative_model: name }, keys, servedModels));
    expect(['openai-compat', 'served', 'gpt-4o'].flatMap(places)).toEqual([]);
    expect(places('openai-compatible')).toEqual(['body.generative_model']);
  });

  it('has a key for a server only where there is one', () => {
    const keys = { openai_compat: { key: 'sk' } };
    expect(placesOf(refusedChoices({}, keys, localModels))).toEqual(['body.user_keys']);
    expect(JSON.stringify(refusedChoices({}, keys, localModels))).not.toContain('"sk"');
    expect(refusedChoices({}, keys, servedModels)).toEqual([]);
  });

  it('of a box that is here can only name its vectorsets, in any order, and the oldest as default', () => {
    const here = ['lexical', 'minilm-l6'];
    const same = { semantic_models: ['minilm-l6', 'lexical'], default_semantic_model: 'lexical' };
    expect(otherThanVectorsets(same, here)).toEqual([]);
    expect(otherThanVectorsets({}, here)).toEqual([]);
    expect(placesOf(otherThanVectorsets({ semantic_models: ['lexical'] }, here))).toEqual(['body.semantic_models']);
    expect(placesOf(otherThanVectorsets({ default_semantic_model: 'minilm-l6' }, here))).toEqual([
      'body.default_semantic_model',
    ]);
  });
});
