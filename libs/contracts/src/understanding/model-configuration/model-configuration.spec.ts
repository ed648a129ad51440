import { idParametersOf } from '../../validation/ids';
import { membersOf } from '../../validation/answers.fixture';
import { changed, empty, required, tooLong, tooMany, unsupported, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, map, received, routesOf, text } from '../../validation/requests.fixture';
import { ModelConfigurationTarget, ModelConfigurationUpdate, NewModelConfiguration } from './model-configuration.dto';
import {
  createModelConfiguration,
  deleteModelConfiguration,
  getModelConfiguration,
  listModelConfigurations,
  updateModelConfiguration,
} from './model-configuration.operations';

const smallest = { default_model_id: 'gpt-5' };
const full = {
  default_model_id: 'gpt-5',
  description: 'For support',
  user_keys: { openai: { key: 'sk-1', org: 'org-1' } },
  user_prompts: { openai: { system: 'You are kind.', prompt: '{question} {context}' } },
  assume_role: 0,
  kbids: ['f312ad155fdb40f3a6a1ec26e0617070'],
  nua_client_ids: [],
};
const settings = {
  description: 'null text',
  user_keys: 'null object',
  user_prompts: 'null object',
  assume_role: 'null 0 or 1',
  kbids: 'null list',
  nua_client_ids: 'null list',
};

describe('a model configuration', () => {
  it('is read by members of the account and its NUA keys, and written by owners', () => {
    const operations = [
      listModelConfigurations,
      createModelConfiguration,
      getModelConfiguration,
      updateModelConfiguration,
      deleteModelConfiguration,
    ];
    const item = '/account/{account}/default_model/{model_id}';
    expect(routesOf(...operations)).toEqual({
      'GET /account/{account}/default_models': '200 json; AMEMBER or AOWNER of account; nua user pat',
      'POST /account/{account}/default_models': '200 json; AOWNER of account; user pat',
      [`GET ${item}`]: '200 json; AMEMBER or AOWNER of account; nua user pat',
      [`PATCH ${item}`]: '200 json; AOWNER of account; user pat',
      [`DELETE ${item}`]: '204 empty; AOWNER of account; nua user pat',
    });
    expect(Object.values(conductOf(...operations))).toEqual([
      '10 s',
      '10 s, needs room',
      '10 s',
      '10 s, needs room',
      '10 s',
    ]);
  });

  it('is listed as a bare array', () => {
    expect(listModelConfigurations.http?.member).toBe('configurations');
  });

  it('is named by a UUID in either form', () => {
    const id = idParametersOf(ModelConfigurationTarget).find(({ name }) => name === 'model_id');
    expect(id?.read('4ff5e06cd43f4ccc82eb8cf1c202b212')).toBe('4ff5e06c-d43f-4ccc-82eb-8cf1c202b212');
    expect(id?.unreadable).toBe('Model configuration not found. UUID expected.');
  });

  it('that is new needs a model; one that is changed needs nothing', () => {
    expect(wireOf(NewModelConfiguration, smallest)).toEqual({ default_model_id: 'text!', ...settings });
    expect(wireOf(ModelConfigurationUpdate, {})).toEqual({ default_model_id: 'null text', ...settings });
    expect(faults(createModelConfiguration, { body: {} })).toEqual([`body.default_model_id: ${required}`]);
    expect(received(updateModelConfiguration, { body: {} }).body).toEqual({});
  });

  it('with everything in it arrives as it was sent', () => {
    expect(received(createModelConfiguration, { body: full }).body).toEqual(full);
  });

  it.each([
    ['default_model_id', text(250), text(251), tooLong(250)],
    ['default_model_id', 'a', '', empty],
    ['description', text(4_000), text(4_001), tooLong(4_000)],
    ['kbids', list(1_000, String), list(1_001, String), tooMany(1_000)],
    ['kbids', [text(250)], [text(251)], tooLong(250), 'kbids.0'],
    ['nua_client_ids', list(1_000, String), list(1_001, String), tooMany(1_000)],
    ['assume_role', 1, 2, 'Input should be 0 or 1'],
    ['assume_role', 0, true, 'Input should be 0 or 1'],
    ['user_prompts', map(32, () => ({})), map(33, () => ({})), tooMany(32, 'Dictionary')],
    ['user_prompts.openai.system', text(100_000), text(100_001), tooLong(100_000)],
    [
      'user_prompts.OpenAI',
      undefined,
      {},
      "String should match pattern '^[a-z0-9_]{1,64}$'",
      'user_prompts.OpenAI.[key]',
    ],
    ['user_keys.openai', { key: 'a' }, {}, required, 'user_keys.openai.key'],
    ['user_keys.unknown', null, { key: 'a' }, unsupported('unknown')],
    ['unknown', false, true, unsupported('unknown')],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faults(createModelConfiguration, { body: changed(full, at, value) });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('shows keys and prompts to who reads one, and to nobody in the list', () => {
    const file = `${__dirname}/model-configuration.dto.ts`;
    const listed = 'id, default_model_id, description|null, assume_role, kbids, nua_client_ids';
    expect(membersOf(file, 'ListedModelConfiguration')).toBe(listed);
    expect(membersOf(file, 'ModelConfiguration')).toBe(`${listed}, user_keys|null, user_prompts|null`);
    expect(membersOf(file, 'CreatedModelConfiguration')).toBe('id');
  });
});
