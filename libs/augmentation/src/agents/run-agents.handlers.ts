import { handlersOf } from '@lectern/bus';
import {
  predictRunAgents,
  predictRunAgentsText,
  runAgentsOnResource,
  type RunBoxAgentsPayload,
} from '@lectern/contracts/understanding';
import { boxOf } from '@lectern/understanding';
import { RunAgentsService } from './run-agents.service';

export const RunAgentsHandlers = handlersOf(RunAgentsService)
  .answer(predictRunAgents, (agents, request) =>
    agents.onFields(request.body, { box: boxOf(request), signal: request.signal }),
  )
  .answer(predictRunAgentsText, (agents, request) =>
    agents.onTexts(request.body, { box: boxOf(request), signal: request.signal }),
  )
  .answer(runAgentsOnResource, (agents, request) =>
    agents.onResource({ ...request.params, principal: request.principal }, wantedAgents(request.body), {
      box: boxOf(request),
      signal: request.signal,
    }),
  );

function wantedAgents({ agent_ids, filters }: RunBoxAgentsPayload) {
  const selected = filters?.map(({ type, task_names }) => ({ operation_type: type, task_names }));
  return { ids: agent_ids ?? [], filters: selected };
}
