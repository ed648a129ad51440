import { operation, type Policy } from '../../core/operation';
import { AccountTarget } from '../../accounts/account/account.dto';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ConfigurationTarget } from '../configuration/configuration.dto';
import { LearningSchema } from './learning-schema.dto';

const DEADLINE_MS = 10_000;

const ofAccount: Policy = { credentials: ['nua'], role: 'any', on: 'nothing' };

const schema = { answer: LearningSchema, deadlineMs: DEADLINE_MS };

/** Schema of the configuration of a new knowledge box: the models, and the form of the other members. */
export const getLearningSchemaForCreation = operation({
  ...schema,
  name: 'understanding.learning-schema.get',
  summary: 'Get what learning configurations can say',
  http: { method: 'GET', path: '/api/v1/schema', host: 'zone', success: 200 },
  policy: ofAccount,
});

/** The same as `understanding.learning-schema.get`, under the path of some clients. */
export const getLearningSchema = operation({
  ...schema,
  name: 'understanding.learning-schema.get-by-other-path',
  summary: 'Get what learning configurations can say, by another path',
  http: { method: 'GET', path: '/api/v1/learning/configuration/schema', host: 'zone', success: 200 },
  policy: ofAccount,
});

/** The schema for one knowledge box. All boxes can use all models of the deployment. */
export const getLearningSchemaForUpdate = operation({
  ...schema,
  name: 'understanding.learning-schema.get-for-update',
  summary: 'Get what the learning configuration of a knowledge box can say',
  http: { method: 'GET', path: '/api/v1/schema/{kbid}', host: 'zone', success: 200 },
  policy: ofAccount,
  params: ConfigurationTarget,
});

/** Schema of the configuration of a new knowledge box of the account. */
export const getAccountLearningSchema = operation({
  ...schema,
  name: 'understanding.learning-schema.get-for-account',
  summary: 'Get what learning configurations of an account can say',
  http: { method: 'GET', path: '/api/v1/account/{account}/schema', host: 'zone', success: 200 },
  policy: { credentials: ['nua', 'user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
});

/** Schema of the configuration of the knowledge box. */
export const getKnowledgeBoxLearningSchema = operation({
  ...schema,
  name: 'understanding.learning-schema.get-for-box',
  summary: 'Get what the configuration of a knowledge box can say',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/schema', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: ['READER', 'MANAGER'], on: 'kb' },
  params: KnowledgeBoxTarget,
});

/** This product always has accounts. */
export const getSelfHostedLearningSchema = operation({
  ...schema,
  name: 'understanding.learning-schema.get-self-hosted',
  summary: 'Get what learning configurations of an installation without accounts can say',
  http: { method: 'GET', path: '/api/v1/nua/schema', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'nothing' },
  refuses: {
    code: 'not_found',
    message:
      'This endpoint is for on-premises installations without accounts; use GET /api/v1/account/{account}/schema',
  },
});
