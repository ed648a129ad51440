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
  .answer(callKnowledgeBoxMcp, (server, { params, ...messages }) => server.answer(params.kbid, messages))
  .answer(closeKnowledgeBoxMcpSession, (server) => server.close());

export const AgentMcpHandlers = handlersOf(AgentMcp)
  .answer(callAgentMcp, (server, { params, ...messages }) =>
    server.answer({ agent: params.agent_id, session: params.session }, messages),
  )
  .answer(closeAgentMcpSession, (server) => server.close());
