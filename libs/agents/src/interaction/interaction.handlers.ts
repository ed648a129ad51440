import { handlersOf } from '@lectern/bus';
import { interactWithAgent } from '@lectern/contracts/agents';
import { InteractionService } from './interaction.service';

export const InteractionHandlers = handlersOf(InteractionService).answer(
  interactWithAgent,
  (interactions, { params, query, body: request, principal, signal }) => {
    const workflow = params.workflow_id ?? query.workflow_id;
    const place = { agent: params.agent_id, session: params.session, ...(workflow !== undefined && { workflow }) };
    return interactions.run({ place, request, principal, signal });
  },
);
