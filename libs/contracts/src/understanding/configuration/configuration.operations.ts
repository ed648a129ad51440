import type { Failures } from '../../core/failures';
import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import {
  LearningConfiguration,
  LearningConfigurationUpdate,
} from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  ChosenConfiguration,
  ConfigurationTarget,
  LearningConfigurationRecord,
  NewBoxConfiguration,
  OwnedConfiguration,
} from './configuration.dto';

/** Configurations are read and written without asking a model. */
const CONFIGURATION_DEADLINE_MS = 10_000;

const ofAccount: Policy = { credentials: ['nua'], role: 'any', on: 'nothing' };
const readsConfiguration: Policy = { credentials: ['sa', 'user', 'pat'], role: ['READER', 'MANAGER'], on: 'kb' };
const writesConfiguration: Policy = { credentials: ['sa', 'user', 'pat'], role: ['MANAGER', 'OWNER'], on: 'kb' };

const fails: Failures = {
  ...failsWithoutRoom,
  invalid_request:
    'The request is not valid, names a model that the deployment does not have, or asks for what this version cannot do.',
};
const unset: Failures = { not_found: 'There is no configuration of that name.' };
const many: Failures = { quota_exceeded: 'The account has 10,000 configurations.' };

const item = { path: '/api/v1/config/{kbid}', host: 'zone' } as const;
const ofBox = { path: '/api/v1/kb/{kbid}/configuration', host: 'zone' } as const;

/** Defaults without a configuration: the models of the deployment. */
export const getDefaultModelsConfiguration = operation({
  name: 'understanding.configuration.default',
  summary: 'Get the default learning configuration',
  http: { method: 'GET', path: '/api/v1/config', host: 'zone', success: 200 },
  policy: ofAccount,
  answer: LearningConfigurationRecord,
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/** Of the account of the key: accounts do not share configurations, even of the same name. */
export const getModelsConfiguration = operation({
  name: 'understanding.configuration.get',
  summary: 'Get the learning configuration of a knowledge box',
  http: { ...item, method: 'GET', success: 200 },
  policy: ofAccount,
  params: ConfigurationTarget,
  answer: LearningConfigurationRecord,
  fails: unset,
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/**
 * Creates or replaces a configuration; absent members get their defaults. Where the name is that of a knowledge box of
 * the account, the box uses it from the next request on, and `semantic_models` can only name its vectorsets.
 */
export const addModelsConfiguration = operation({
  name: 'understanding.configuration.add',
  summary: 'Set the learning configuration of a knowledge box',
  http: { ...item, method: 'POST', success: 200 },
  policy: ofAccount,
  params: ConfigurationTarget,
  body: LearningConfiguration,
  answer: LearningConfigurationRecord,
  fails: { ...fails, ...many },
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/** Changes the members that are given. Embedding models are changed as vectorsets. */
export const updateModelsConfiguration = operation({
  name: 'understanding.configuration.update',
  summary: 'Change the learning configuration of a knowledge box',
  http: { ...item, method: 'PATCH', success: 200 },
  policy: ofAccount,
  params: ConfigurationTarget,
  body: LearningConfigurationUpdate,
  answer: LearningConfigurationRecord,
  fails: { ...fails, ...unset },
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/** The defaults apply again. */
export const deleteModelsConfiguration = operation({
  name: 'understanding.configuration.delete',
  summary: 'Delete the learning configuration of a knowledge box',
  http: { ...item, method: 'DELETE', success: 204, reply: 'empty' },
  policy: ofAccount,
  params: ConfigurationTarget,
  fails: { ...failsWithoutRoom, ...unset },
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/** Which models the knowledge box uses, and how. */
export const getKnowledgeBoxConfiguration = operation({
  name: 'understanding.configuration.get-for-box',
  summary: 'Get the configuration of a knowledge box',
  http: { ...ofBox, method: 'GET', success: 200 },
  policy: readsConfiguration,
  params: KnowledgeBoxTarget,
  answer: LearningConfigurationRecord,
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/** Replaces the configuration; absent members get their defaults. `semantic_models` can only name the vectorsets. */
export const setKnowledgeBoxConfiguration = operation({
  name: 'understanding.configuration.set-for-box',
  summary: 'Replace the configuration of a knowledge box',
  http: { ...ofBox, method: 'POST', success: 204, reply: 'empty' },
  policy: writesConfiguration,
  params: KnowledgeBoxTarget,
  body: LearningConfiguration,
  fails: { ...fails, ...many },
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/** Changes the members that are given, from the next request on. */
export const updateKnowledgeBoxConfiguration = operation({
  name: 'understanding.configuration.update-for-box',
  summary: 'Change the configuration of a knowledge box',
  http: { ...ofBox, method: 'PATCH', success: 204, reply: 'empty' },
  policy: writesConfiguration,
  params: KnowledgeBoxTarget,
  body: LearningConfigurationUpdate,
  fails: { ...fails, ...many },
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/**
 * Stores the configuration of a box before the box is there. Embedding models are checked and not stored: they are its
 * vectorsets.
 *
 * @throws AppError `invalid_request` with places below `learning_configuration` of the body; `quota_exceeded`
 */
export const configureNewBox = operation({
  name: 'understanding.configuration.create',
  summary: 'Store the learning configuration of a new knowledge box',
  body: NewBoxConfiguration,
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/** Reads what an export of the box keeps. */
export const readBoxConfiguration = operation({
  name: 'understanding.configuration.read',
  summary: 'Read the configuration of a knowledge box',
  body: OwnedConfiguration,
  answer: ChosenConfiguration,
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});

/** Removes the configuration of a box that is gone. Safe to repeat. */
export const purgeBoxConfiguration = operation({
  name: 'understanding.configuration.purge',
  summary: 'Remove the learning configuration of a deleted knowledge box',
  body: OwnedConfiguration,
  deadlineMs: CONFIGURATION_DEADLINE_MS,
});
