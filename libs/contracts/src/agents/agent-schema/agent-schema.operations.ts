import { operation } from '../../core/operation';
import { AgentTarget } from '../params';
import { AGENT_DEADLINE_MS, configuresAgent } from '../policies';
import { AgentSchema, FullAgentSchema } from './agent-schema.dto';

const http = { method: 'GET', host: 'zone', success: 200 } as const;

/**
 * Describes every type of module and driver with the JSON Schema of its configuration, from which forms can be drawn.
 * Members that hold modules have a `discriminator` whose `mapping` names the modules that they may hold.
 */
export const getAgentSchema = operation({
  name: 'agents.schema.get',
  summary: 'Describe the modules and drivers that agents can have',
  http: { ...http, path: '/api/v1/agent/{agent_id}/schema' },
  policy: configuresAgent,
  params: AgentTarget,
  answer: AgentSchema,
  fails: { not_found: 'The agent does not exist.' },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Deprecated: use the schemas of the single modules. */
export const getFullAgentSchema = operation({
  name: 'agents.full-schema.get',
  summary: 'Describe the whole configuration of an agent by one JSON Schema',
  http: { ...http, path: '/api/v1/agent/{agent_id}/fullschema', member: 'schema' },
  policy: configuresAgent,
  params: AgentTarget,
  answer: FullAgentSchema,
  fails: { not_found: 'The agent does not exist.' },
  deadlineMs: AGENT_DEADLINE_MS,
});
