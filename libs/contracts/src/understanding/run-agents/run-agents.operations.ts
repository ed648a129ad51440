import { operation } from '../../core/operation';
import { KnowledgeBoxTarget, resourcePaths, ResourceTarget } from '../../knowledge-box/params';
import {
  failsOfPrediction,
  GENERATION_DEADLINE_MS,
  predictsForKnowledgeBox,
  readerPredicts,
} from '../../prediction/prediction-answer';
import {
  AgentsResults,
  AgentTextResults,
  BoxAgentsResults,
  RunAgentsPayload,
  RunAgentsTextPayload,
  RunBoxAgentsPayload,
} from './run-agents.dto';

const running = { fails: failsOfPrediction, deadlineMs: GENERATION_DEADLINE_MS, feature: 'generative' } as const;

/**
 * Runs agents of a knowledge box over fields that the request brings along, and returns what they find. Nothing is
 * stored. Agents are the enabled tasks of the box for new resources.
 */
export const predictRunAgents = operation({
  ...running,
  name: 'understanding.predict.run-agents',
  summary: 'Run data-augmentation agents on fields',
  http: { method: 'POST', path: '/api/v1/predict/run-agents/{kbid}', host: 'zone', success: 200 },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
  body: RunAgentsPayload,
  answer: AgentsResults,
});

/** The same over texts, with what each agent finds on its own. */
export const predictRunAgentsText = operation({
  ...running,
  name: 'understanding.predict.run-agents-text',
  summary: 'Run data-augmentation agents on texts',
  http: { method: 'POST', path: '/api/v1/predict/run-agents-text/{kbid}', host: 'zone', success: 200 },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
  body: RunAgentsTextPayload,
  answer: AgentTextResults,
  doors: [
    {
      name: 'understanding.proxy.run-agents-text',
      summary: 'Run data-augmentation agents on texts with a key of the knowledge box',
      description: 'The same as `understanding.predict.run-agents-text`, for those who may read the knowledge box.',
      http: { path: '/api/v1/kb/{kbid}/predict/run-agents-text' },
      policy: readerPredicts,
    },
  ],
});

/**
 * Runs agents of the knowledge box over all processed fields of a resource, and returns what they find. Nothing is
 * stored. Of a field, at most 400,000 characters are read.
 */
export const runAgentsOnResource = operation({
  ...running,
  name: 'understanding.agents.run-on-resource',
  summary: 'Run data-augmentation agents on a resource',
  http: { method: 'POST', path: resourcePaths('/run-agents'), host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'READER', on: 'kb' },
  params: ResourceTarget,
  body: RunBoxAgentsPayload,
  answer: BoxAgentsResults,
  fails: { ...failsOfPrediction, not_found: 'The knowledge box or the resource does not exist.' },
});
