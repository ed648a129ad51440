import { problemWith } from './available-models';
import { localModels, servedModels } from './available-models.fixture';

const server = { openai_compat: { url: 'https://models.example.org/v1', model_id: 'm' } };

describe('a model that a question names', () => {
  it.each([
    ['local', {}, localModels, undefined],
    ['served', {}, servedModels, undefined],
    ['another', {}, servedModels, undefined],
    ['another', {}, localModels, 'unknown model; this deployment has local'],
    ['gpt-4o', {}, localModels, 'gpt-4o needs user_keys.openai with key'],
    ['gpt-4o', { openai: { key: 'sk' } }, localModels, undefined],
    ['gpt-4o', {}, servedModels, undefined],
    ['another', server, servedModels, expect.stringContaining('is asked by the name openai_compat')],
    ['openai_compat', server, servedModels, undefined],
    ['openai_compat', {}, localModels, expect.stringContaining('url, model_id')],
  ])('%s with the keys %j: case %#', (name, keys, models, problem) => {
    expect(problemWith(name, keys, models)).toEqual(problem);
  });
});
