import { handlersOf } from '@lectern/bus';
import {
  beginInteraction,
  cancelInteraction,
  completeSignIn,
  followOwnInteraction,
  type InteractionPlace,
  type InteractionQuery,
  type InteractionTarget,
  interactWithAgent,
  openInteractionSocket,
  respondToAgent,
  resumeInteraction,
  tellOwnInteraction,
} from '@lectern/contracts/agents';
import { InteractionService } from './interaction.service';

export const InteractionHandlers = handlersOf(InteractionService)
  .answer(interactWithAgent, (interactions, { params, query, body: request, principal, signal }) =>
    interactions.run({ place: interactionPlaceOf(params, query), request, principal }, signal),
  )
  .answer(openInteractionSocket, (interactions, { body, principal }) => interactions.open(body, principal))
  .answer(beginInteraction, (interactions, { body, principal, signal }) =>
    interactions.begin(body, { principal, signal }),
  )
  .answer(resumeInteraction, (interactions, { body, principal, signal }) =>
    interactions.resume(body.place, body.from, { principal, signal }),
  )
  .answer(respondToAgent, (interactions, { body, principal }) => interactions.respond(body, principal))
  .answer(cancelInteraction, (interactions, { body, principal }) => interactions.cancel(body, principal))
  .answer(followOwnInteraction, (interactions, { body }) => interactions.follow(body))
  .answer(completeSignIn, (interactions, { params, query }) => interactions.completeSignIn(query, params))
  .answer(tellOwnInteraction, (interactions, { body }) => interactions.told(body));

/** The workflow in the path counts first. */
function interactionPlaceOf(
  { agent_id: agent, session, workflow_id: workflow }: InteractionTarget,
  query: InteractionQuery,
): InteractionPlace {
  const named = workflow ?? query.workflow_id;
  return { agent, session, ...(named !== undefined && { workflow: named }) };
}
