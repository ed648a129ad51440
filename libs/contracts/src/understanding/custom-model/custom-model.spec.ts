import { idParametersOf } from '../../validation/ids';
import { membersOf } from '../../validation/answers.fixture';
import { changed, required, tooLong, unsupported, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import {
  AvailableModelTarget,
  BoxModelTarget,
  CustomModelReference,
  CustomModelTarget,
  CustomModelUpdate,
  KnowledgeBoxModelTarget,
  NewCustomModel,
} from './custom-model.dto';
import * as models from './custom-model.operations';

const smallest = { model_types: ['GENERATIVE'], location: 'custom:tide' };
const id = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
const notAnId = "String should match pattern '^[0-9a-fA-F-]{32,36}$'";
const notAName = "String should match pattern '^custom:[A-Za-z0-9][A-Za-z0-9._-]*$'";

describe('a custom model', () => {
  it('is created by who runs the deployment, and given to knowledge boxes by owners of the account', () => {
    const reads = '200 json; AMEMBER or AOWNER of account; nua user pat';
    const account = '/account/{account}';
    expect(routesOf(...Object.values(models))).toEqual({
      [`GET ${account}/models`]: reads,
      [`POST ${account}/models`]: '200 json; ROOT of account; user pat',
      [`GET ${account}/model/{model_id}`]: reads,
      [`PATCH ${account}/model/{model_id}`]: '200 json; AOWNER of account; user pat',
      [`DELETE ${account}/model/{model_id}`]: '204 empty; AOWNER of account; nua user pat',
      [`POST ${account}/models/{kbid}`]: '200 json; AOWNER of account; user pat',
      [`DELETE ${account}/models/{kbid}/{model_id}`]: '204 empty; AOWNER of account; nua user pat',
      'GET /models/{kbid}': '200 json; any of nothing; nua',
      'GET /kb/{kbid}/models': '200 json; READER or MANAGER of kb; sa user pat',
      'POST /models/{kbid}': '200 json; any of nothing; nua',
      'GET /models/{kbid}/model/{model_id}': '200 json; any of nothing; nua',
      'GET /kb/{kbid}/model/{model_id}': '200 json; READER or MANAGER of kb; sa user pat',
    });
  });

  it('can be removed while the disk is full, and not added', () => {
    const words = conductOf(...Object.values(models));
    const adding = Object.keys(words).filter((name) => words[name]?.includes('needs room'));
    expect(adding.map((name) => name.split('.').at(-1)).sort()).toEqual(['add', 'add-to-box', 'create', 'update']);
  });

  it('is listed as a bare array in an account, and as a map of descriptions for a knowledge box', () => {
    expect(models.listAccountModels.http?.member).toBe('models');
    expect(models.listAvailableModels.http?.member).toBe('descriptions');
  });

  it.each([CustomModelTarget, BoxModelTarget, AvailableModelTarget, KnowledgeBoxModelTarget])(
    'is named in %p by a UUID in either form',
    (target) => {
      const parameter = idParametersOf(target).find(({ name }) => name === 'model_id');
      expect(parameter?.read(id.replaceAll('-', '').toUpperCase())).toBe(id);
      expect(parameter?.read('custom:tide')).toBeUndefined();
      expect(parameter?.unreadable).toBe('Model not found. UUID expected.');
    },
  );

  it('that is new has a type and a name; one that is changed has another description or server', () => {
    const changes = { description: 'null text', openai_compat: 'null object' };
    expect(wireOf(NewCustomModel, smallest)).toEqual({
      ...changes,
      model_types: 'list!',
      location: 'text!',
      trained_date: 'null text',
      trained_kbid: 'null text',
    });
    expect(wireOf(CustomModelUpdate, {})).toEqual(changes);
    expect(received(models.updateAccountModel, { body: {} }).body).toEqual({});
    expect(faults(models.updateAccountModel, { body: { location: 'custom:sea' } })).toEqual([
      `body.location: ${unsupported('location')}`,
    ]);
  });

  it.each([
    ['model_types', ['GENERATIVE'], [], 'List should have at least 1 item after validation, not 0'],
    [
      'model_types',
      ['GENERATIVE'],
      ['GENERATIVE', 'GENERATIVE'],
      'List should have at most 1 item after validation, not 2',
    ],
    ['model_types', ['GENERATIVE'], ['NER'], "Input should be 'GENERATIVE'", 'model_types.0'],
    ['location', 'custom:Tide-1.0_b', 'tide', notAName],
    ['location', 'custom:a', 'custom:', notAName],
    ['location', 'custom:a', 'custom:-a', notAName],
    ['location', 'custom:a', 'custom:a/b', notAName],
    ['location', `custom:${text(243)}`, `custom:${text(244)}`, tooLong(250)],
    ['description', text(4_000), text(4_001), tooLong(4_000)],
    [
      'trained_date',
      '2024-05-06',
      'in May',
      'Input should be a valid datetime or date, not an ISO 8601 date or date and time of the years 1 to 9999',
    ],
    ['trained_kbid', text(250), text(251), tooLong(250)],
    ['openai_compat', {}, { port: 1 }, unsupported('port'), 'openai_compat.port'],
    ['title', '', 'Tide', unsupported('title')],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faults(models.createAccountModel, { body: changed(smallest, at, value) });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('is given to a knowledge box by its id', () => {
    expect(wireOf(CustomModelReference, { id })).toEqual({ id: 'text!' });
    for (const operation of [models.addAccountModelToKnowledgeBox, models.addModelToKnowledgeBox]) {
      expect(faults(operation, { body: {} })).toEqual([`body.id: ${required}`]);
      expect(faults(operation, { body: { id: 'custom:tide' } })).toEqual([`body.id: ${notAnId}`]);
      expect(faults(operation, { body: { id: id.replaceAll('-', '') } })).toEqual([]);
    }
  });

  it('is shown with its server and knowledge boxes, which the list leaves out', () => {
    const file = `${__dirname}/custom-model.dto.ts`;
    const record = 'model_id, account, model_type, model_types, trained_date|null, location, trained_kbid|null';
    expect(membersOf(file, 'ListedCustomModel')).toBe(`${record}, title`);
    expect(membersOf(file, 'CustomModel')).toBe(`${record}, log, kbids, openai_compat|null`);
  });
});
