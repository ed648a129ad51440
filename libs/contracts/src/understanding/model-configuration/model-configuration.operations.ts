import { AccountTarget } from '../../accounts/account/account.dto';
import { type Failures, failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import {
  CreatedModelConfiguration,
  ModelConfiguration,
  ModelConfigurationList,
  ModelConfigurationTarget,
  ModelConfigurationUpdate,
  NewModelConfiguration,
} from './model-configuration.dto';

const DEADLINE_MS = 10_000;

const reads: Policy = { credentials: ['nua', 'user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' };
const writes: Policy = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' };
const list = { path: '/api/v1/account/{account}/default_models', host: 'zone' } as const;
const item = { path: '/api/v1/account/{account}/default_model/{model_id}', host: 'zone' } as const;

const unknown: Failures = { not_found: 'The account has no such model configuration.' };
const fails: Failures = {
  ...failsWithoutRoom,
  invalid_request:
    'The request is not valid, names a model that is neither in the catalogue nor of the deployment, or lacks keys that the model needs.',
};

/** Which models the account has configured, without keys and prompts. */
export const listModelConfigurations = operation({
  name: 'understanding.model-configuration.list',
  summary: 'List the model configurations of an account',
  http: { ...list, method: 'GET', success: 200, member: 'configurations' },
  policy: reads,
  params: AccountTarget,
  answer: ModelConfigurationList,
  deadlineMs: DEADLINE_MS,
});

/**
 * Gives a model keys, prompts and a circle of users. From then on, questions and learning configurations can name it
 * `<default_model_id>/<id>`.
 */
export const createModelConfiguration = operation({
  name: 'understanding.model-configuration.create',
  summary: 'Configure a model for an account',
  http: { ...list, method: 'POST', success: 200 },
  policy: writes,
  params: AccountTarget,
  body: NewModelConfiguration,
  answer: CreatedModelConfiguration,
  fails: { ...fails, quota_exceeded: 'The account has 1,000 model configurations.' },
  deadlineMs: DEADLINE_MS,
});

/** Keys are shown as `********`. */
export const getModelConfiguration = operation({
  name: 'understanding.model-configuration.get',
  summary: 'Get a model configuration of an account',
  http: { ...item, method: 'GET', success: 200 },
  policy: reads,
  params: ModelConfigurationTarget,
  answer: ModelConfiguration,
  fails: unknown,
  deadlineMs: DEADLINE_MS,
});

/** Changes the members that are given, from the next request on. `********` keeps a stored key. */
export const updateModelConfiguration = operation({
  name: 'understanding.model-configuration.update',
  summary: 'Change a model configuration of an account',
  http: { ...item, method: 'PATCH', success: 200 },
  policy: writes,
  params: ModelConfigurationTarget,
  body: ModelConfigurationUpdate,
  answer: ModelConfiguration,
  fails: { ...fails, ...unknown },
  deadlineMs: DEADLINE_MS,
});

/** Knowledge boxes that use it then refuse questions (422) until they name another model. */
export const deleteModelConfiguration = operation({
  name: 'understanding.model-configuration.delete',
  summary: 'Delete a model configuration of an account',
  http: { ...item, method: 'DELETE', success: 204, reply: 'empty' },
  policy: { ...writes, credentials: ['nua', 'user', 'pat'] },
  params: ModelConfigurationTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: DEADLINE_MS,
});
