import { handlersOf } from '@lectern/bus';
import { purgeAgent } from '@lectern/contracts/agents';
import { AgentPurge } from './agent-purge';

export const AgentPurgeHandlers = handlersOf(AgentPurge).answer(purgeAgent, (purge, { body }) => purge.purge(body));
