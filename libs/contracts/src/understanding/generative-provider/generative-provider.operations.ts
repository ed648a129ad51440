import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ConfigurationTarget } from '../configuration/configuration.dto';
import { GenerativeProviders } from './generative-provider.dto';

/** Models that a configuration can name, with what they can do. All boxes can use all models of the deployment. */
export const listGenerativeProviders = operation({
  name: 'understanding.generative-provider.list',
  summary: 'List the generative models for a configuration',
  http: { method: 'GET', path: '/api/v1/generative_providers/{kbid}', host: 'zone', success: 200 },
  policy: { credentials: ['nua'], role: 'any', on: 'nothing' },
  params: ConfigurationTarget,
  answer: GenerativeProviders,
  deadlineMs: 10_000,
  doors: [
    {
      name: 'understanding.generative-provider.list-for-box',
      summary: 'List the generative models for a knowledge box',
      description: 'Models that questions and the configuration of the knowledge box can name, with what they can do.',
      http: { path: '/api/v1/kb/{kbid}/generative_providers' },
      policy: { credentials: ['sa', 'user', 'pat'], role: ['READER', 'MANAGER'], on: 'kb' },
      params: KnowledgeBoxTarget,
    },
  ],
});
