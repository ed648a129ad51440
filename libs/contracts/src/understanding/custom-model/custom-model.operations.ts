import { AccountTarget } from '../../accounts/account/account.dto';
import { type Failures, failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ConfigurationTarget } from '../configuration/configuration.dto';
import {
  AvailableModelDescriptions,
  AvailableModelTarget,
  BoxModelTarget,
  CreatedCustomModel,
  CustomModel,
  CustomModelList,
  CustomModelReference,
  CustomModelTarget,
  CustomModelUpdate,
  KnowledgeBoxModelTarget,
  ModelBoxTarget,
  NewCustomModel,
} from './custom-model.dto';

const DEADLINE_MS = 10_000;

const reads: Policy = { credentials: ['nua', 'user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' };
const writes: Policy = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' };
const removes: Policy = { ...writes, credentials: ['nua', 'user', 'pat'] };
const ofNua: Policy = { credentials: ['nua'], role: 'any', on: 'nothing' };
const ofBox: Policy = { credentials: ['sa', 'user', 'pat'], role: ['READER', 'MANAGER'], on: 'kb' };

const account = '/api/v1/account/{account}';
const list = { path: `${account}/models`, host: 'zone' } as const;
const item = { path: `${account}/model/{model_id}`, host: 'zone' } as const;

const unknown: Failures = { not_found: 'There is no such model.' };
const unknownEither: Failures = { not_found: 'The account has no such model or knowledge box.' };
const full: Failures = { quota_exceeded: 'The account has 1,000 custom models.' };
const common = { deadlineMs: DEADLINE_MS };

/** Models that run outside of Lectern, and that the account can use. */
export const listAccountModels = operation({
  ...common,
  name: 'understanding.custom-model.list',
  summary: 'List the custom models of an account',
  http: { ...list, method: 'GET', success: 200, member: 'models' },
  policy: reads,
  params: AccountTarget,
  answer: CustomModelList,
});

/**
 * Who runs the deployment gives an account a model of a chat completions server. Knowledge boxes to which it is added
 * then name it by its `location`.
 */
export const createAccountModel = operation({
  ...common,
  name: 'understanding.custom-model.create',
  summary: 'Create a custom model for an account',
  http: { ...list, method: 'POST', success: 200 },
  policy: { credentials: ['user', 'pat'], role: 'ROOT', on: 'account' },
  params: AccountTarget,
  body: NewCustomModel,
  answer: CreatedCustomModel,
  fails: { ...failsWithoutRoom, ...full, conflict: 'The account has a model with this location.' },
});

/** The key is shown as `********`. */
export const getAccountModel = operation({
  ...common,
  name: 'understanding.custom-model.get',
  summary: 'Get a custom model of an account',
  http: { ...item, method: 'GET', success: 200 },
  policy: reads,
  params: CustomModelTarget,
  answer: CustomModel,
  fails: unknown,
});

/** Changes the members that are given, from the next request on. `********` keeps a stored key. */
export const updateAccountModel = operation({
  ...common,
  name: 'understanding.custom-model.update',
  summary: 'Change a custom model of an account',
  http: { ...item, method: 'PATCH', success: 200 },
  policy: writes,
  params: CustomModelTarget,
  body: CustomModelUpdate,
  answer: CustomModel,
  fails: { ...failsWithoutRoom, ...unknown },
});

/** Knowledge boxes that name it then refuse questions (422) until they name another model. */
export const deleteAccountModel = operation({
  ...common,
  name: 'understanding.custom-model.delete',
  summary: 'Delete a custom model of an account',
  http: { ...item, method: 'DELETE', success: 204, reply: 'empty' },
  policy: removes,
  params: CustomModelTarget,
  fails: { ...failsWithoutRoom, ...unknown },
});

/** Lets a knowledge box of the account use a model. Safe to repeat. */
export const addAccountModelToKnowledgeBox = operation({
  ...common,
  name: 'understanding.custom-model.add-to-box',
  summary: 'Let a knowledge box use a custom model',
  http: { path: `${account}/models/{kbid}`, host: 'zone', method: 'POST', success: 200 },
  policy: writes,
  params: ModelBoxTarget,
  body: CustomModelReference,
  answer: CustomModel,
  fails: { ...failsWithoutRoom, ...unknownEither },
});

/** The knowledge box can use the model no more. */
export const deleteModelFromKnowledgeBox = operation({
  ...common,
  name: 'understanding.custom-model.remove-from-box',
  summary: 'Take a custom model from a knowledge box',
  http: { path: `${account}/models/{kbid}/{model_id}`, host: 'zone', method: 'DELETE', success: 204, reply: 'empty' },
  policy: removes,
  params: BoxModelTarget,
  fails: { ...failsWithoutRoom, not_found: 'The knowledge box has no such model.' },
});

/** Custom models that were added to a knowledge box, which need not be here. */
export const listAvailableModels = operation({
  ...common,
  name: 'understanding.custom-model.list-available',
  summary: 'List the custom models that a knowledge box can use',
  http: { path: '/api/v1/models/{kbid}', host: 'zone', method: 'GET', success: 200, member: 'descriptions' },
  policy: ofNua,
  params: ConfigurationTarget,
  answer: AvailableModelDescriptions,
  doors: [
    {
      name: 'understanding.custom-model.list-for-box',
      summary: 'List the custom models of a knowledge box',
      description: 'Custom models that were added to the knowledge box.',
      http: { path: '/api/v1/kb/{kbid}/models' },
      policy: ofBox,
      params: KnowledgeBoxTarget,
    },
  ],
});

/** Lets a knowledge box, which need not be here, use a model of the account. Safe to repeat. */
export const addModelToKnowledgeBox = operation({
  ...common,
  name: 'understanding.custom-model.add',
  summary: 'Let a knowledge box use a custom model, by NUA key',
  http: { path: '/api/v1/models/{kbid}', host: 'zone', method: 'POST', success: 200 },
  policy: ofNua,
  params: ConfigurationTarget,
  body: CustomModelReference,
  answer: CustomModel,
  fails: { ...failsWithoutRoom, ...unknown },
});

/** A custom model that was added to a knowledge box, which need not be here. */
export const getAvailableModel = operation({
  ...common,
  name: 'understanding.custom-model.get-available',
  summary: 'Get a custom model that a knowledge box can use',
  http: { path: '/api/v1/models/{kbid}/model/{model_id}', host: 'zone', method: 'GET', success: 200 },
  policy: ofNua,
  params: AvailableModelTarget,
  answer: CustomModel,
  fails: unknown,
  doors: [
    {
      name: 'understanding.custom-model.get-for-box',
      summary: 'Get a custom model of a knowledge box',
      description: 'A custom model that was added to the knowledge box.',
      http: { path: '/api/v1/kb/{kbid}/model/{model_id}' },
      policy: ofBox,
      params: KnowledgeBoxModelTarget,
    },
  ],
});
