import { handlersOf } from '@lectern/bus';
import {
  callAgentMcp,
  callKnowledgeBoxMcp,
  closeAgentMcpSession,
  closeKnowledgeBoxMcpSession,
} from '@lectern/contracts/agents';
import { AgentMcp } from './agent-mcp.service';
import { KnowledgeBoxMcp } from './box-mcp.service';

export const BoxMcpHandlers = handlersOf(KnowledgeBoxMcp)
  .answer(callKnowledgeBoxMcp, (server, request) => server.answer(request))
  .answer(closeKnowledgeBoxMcpSession, (server) => server.close());

export const AgentMcpHandlers = handlersOf(AgentMcp)
  .answer(callAgentMcp, (server, request) => server.answer(request))
  .answer(closeAgentMcpSession, (server) => server.close());
