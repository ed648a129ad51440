import { handlersOf } from '@lectern/bus';
import { importAgent } from '@lectern/contracts/agents';
import { AgentImportService } from './agent-import.service';

export const AgentImportHandlers = handlersOf(AgentImportService).answer(
  importAgent,
  (imports, { params, body, signal }) => imports.import(params.agent_id, body, signal),
);
