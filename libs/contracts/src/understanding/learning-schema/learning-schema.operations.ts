import { operation } from '../../core/operation';
import { AccountTarget } from '../../accounts/account/account.dto';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ConfigurationTarget } from '../configuration/configuration.dto';
import { LearningSchema, LearningSchemaTarget } from './learning-schema.dto';

const DEADLINE_MS = 10_000;

/** Schema of the configuration of a new knowledge box: the models, and the form of the other members. */
export const getLearningSchema = operation({
  name: 'understanding.learning-schema.get',
  summary: 'Get what learning configurations can say',
  http: { method: 'GET', path: '/api/v1/schema', host: 'zone', success: 200 },
  policy: { credentials: ['nua'], role: 'any', on: 'nothing' },
  params: LearningSchemaTarget,
  answer: LearningSchema,
  deadlineMs: DEADLINE_MS,
  doors: [
    {
      name: 'understanding.learning-schema.get-by-other-path',
      summary: 'Get what learning configurations can say, by another path',
      description: 'The same as `understanding.learning-schema.get`, under the path of some clients.',
      http: { path: '/api/v1/learning/configuration/schema' },
    },
    {
      name: 'understanding.learning-schema.get-for-update',
      summary: 'Get what the learning configuration of a knowledge box can say',
      description: 'The schema for one knowledge box. All boxes can use all models of the deployment.',
      http: { path: '/api/v1/schema/{kbid}' },
      params: ConfigurationTarget,
    },
    {
      name: 'understanding.learning-schema.get-for-account',
      summary: 'Get what learning configurations of an account can say',
      description: 'Schema of the configuration of a new knowledge box of the account.',
      http: { path: '/api/v1/account/{account}/schema' },
      policy: { credentials: ['nua', 'user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' },
      params: AccountTarget,
    },
    {
      name: 'understanding.learning-schema.get-for-box',
      summary: 'Get what the configuration of a knowledge box can say',
      description: 'Schema of the configuration of the knowledge box.',
      http: { path: '/api/v1/kb/{kbid}/schema' },
      policy: { credentials: ['sa', 'user', 'pat'], role: ['READER', 'MANAGER'], on: 'kb' },
      params: KnowledgeBoxTarget,
    },
  ],
});

/** This product always has accounts. */
export const getSelfHostedLearningSchema = operation({
  name: 'understanding.learning-schema.get-self-hosted',
  summary: 'Get what learning configurations of an installation without accounts can say',
  http: { method: 'GET', path: '/api/v1/nua/schema', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'nothing' },
  answer: LearningSchema,
  deadlineMs: DEADLINE_MS,
  refuses: {
    code: 'not_found',
    message:
      'This endpoint is for on-premises installations without accounts; use GET /api/v1/account/{account}/schema',
  },
});
