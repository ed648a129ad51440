import { handlersOf } from '@lectern/bus';
import { callA2aAgent, getA2aAgentCard } from '@lectern/contracts/agents';
import { AgentA2a } from './agent-a2a.service';

export const A2aHandlers = handlersOf(AgentA2a)
  .answer(getA2aAgentCard, (server, request) => server.card(request))
  .answer(callA2aAgent, (server, request) => server.answer(request));
