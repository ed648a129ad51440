import { handlersOf } from '@lectern/bus';
import { getAgentSchema, getFullAgentSchema } from '@lectern/contracts/agents';
import { AgentSchemaService } from './agent-schema.service';

export const AgentSchemaHandlers = handlersOf(AgentSchemaService)
  .answer(getAgentSchema, (schemas, { params }) => schemas.types(params.agent_id))
  .answer(getFullAgentSchema, (schemas, { params }) => schemas.full(params.agent_id));
