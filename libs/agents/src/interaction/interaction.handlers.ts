import { handlersOf } from '@lectern/bus';
import {
  beginInteraction,
  cancelInteraction,
  followOwnInteraction,
  interactWithAgent,
  openInteractionSocket,
  respondToAgent,
  resumeInteraction,
  tellOwnInteraction,
} from '@lectern/contracts/agents';
import { InteractionService } from './interaction.service';

export const InteractionHandlers = handlersOf(InteractionService)
  .answer(interactWithAgent, (interactions, { params, query, body: request, principal }) => {
    const workflow = params.workflow_id ?? query.workflow_id;
    const place = { agent: params.agent_id, session: params.session, ...(workflow !== undefined && { workflow }) };
    return interactions.run({ place, request, principal });
  })
  .answer(openInteractionSocket, (interactions, { body, principal }) => interactions.open(body, principal))
  .answer(beginInteraction, (interactions, { body, principal, signal }) =>
    interactions.begin(body, { principal, signal }),
  )
  .answer(resumeInteraction, (interactions, { body, principal, signal }) =>
    interactions.resume(body.place, body.from, { principal, signal }),
  )
  .answer(respondToAgent, (interactions, { body, principal }) => interactions.respond(body, principal))
  .answer(cancelInteraction, (interactions, { body, principal }) => interactions.cancel(body, principal))
  .answer(followOwnInteraction, (interactions, { body }) => interactions.follow(body.id, body.from))
  .answer(tellOwnInteraction, (interactions, { body }) => interactions.told(body));
