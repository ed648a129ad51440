import { message, type SocketVisit } from '../../core/socket';
import type { InteractionPlace } from '../interaction-call/interaction-call.dto';
import { cancelInteraction, respondToAgent } from '../interaction/interaction.operations';
import { interactionsOn, type NotedInteraction, socketMessages } from '../interaction-messages';
import { SocketEnd, UserAnswer } from './agent-socket.dto';

type Visit<P, Q> = SocketVisit<P, Q, NotedInteraction>;

const noFrame = () => undefined;

/** What clients say of an interaction that runs on a socket. @param placeOf where it was asked */
export function interactionReplies<P extends object, Q extends object>(
  placeOf: (visit: Pick<Visit<P, Q>, 'params' | 'query'>) => InteractionPlace,
) {
  return {
    [socketMessages.answer]: message<UserAnswer, typeof respondToAgent, P, Q>({
      takes: UserAnswer,
      calls: respondToAgent,
      input: ({ request_id: requestId, response }, visit) => ({
        body: { place: placeOf(visit), requestId, response },
      }),
      frame: noFrame,
    }),
    [socketMessages.end]: message<SocketEnd, typeof cancelInteraction, P, Q, NotedInteraction>({
      takes: SocketEnd,
      calls: cancelInteraction,
      input: (_, visit) => {
        const id = interactionsOn(visit.running).flatMap(({ noted }) => noted?.id ?? [])[0];
        return { body: { place: placeOf(visit), ...(id !== undefined && { id }) } };
      },
      frame: noFrame,
      closes: () => true,
    }),
  };
}
