import { handlersOf } from '@lectern/bus';
import { createAgentCompletion, listAgentModels } from '@lectern/contracts/agents';
import { AgentCompletions } from './agent-completion.service';

export const AgentCompletionHandlers = handlersOf(AgentCompletions)
  .answer(createAgentCompletion, (completions, request) => completions.complete(request))
  .answer(listAgentModels, (completions, { params }) => completions.models(params.agent_id));
