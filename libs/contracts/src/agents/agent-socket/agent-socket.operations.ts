import { beginWith, message, openOn, socket, type SocketVisit } from '../../core/socket';
import type { InteractionPlace } from '../interaction-call/interaction-call.dto';
import { InteractionFrame, InteractionRequest } from '../interaction/interaction.dto';
import {
  beginInteraction,
  InteractionTarget,
  openInteractionSocket,
  resumeInteraction,
} from '../interaction/interaction.operations';
import {
  closesAfterInteraction,
  failedInteractionFrame,
  type NotedInteraction,
  notedInteraction,
  socketMessageKind,
  socketMessages,
  untimelyMessage,
} from '../interaction-messages';
import { EPHEMERAL_SESSION } from '../params';
import { usesAgent } from '../policies';
import { AgentSocketQuery, FollowedFrom } from './agent-socket.dto';
import { interactionReplies } from './interaction-replies';

type Visit = SocketVisit<InteractionTarget, AgentSocketQuery, Noted>;
type Noted = NotedInteraction;
type Asked = typeof beginInteraction;
type Resumed = typeof resumeInteraction;

const { question: QUESTION } = socketMessages;

const sameFrame = (frame: InteractionFrame) => frame;

/**
 * Asks an agent over a WebSocket. Each question is answered by the frames of an interaction, as over HTTP; the agent
 * may also ask its user back. An interaction continues when its socket breaks, and its frames are kept for 300 seconds
 * after its end: a client opens another socket with `from_cursor`.
 */
export const openAgentSocket = socket<InteractionTarget, AgentSocketQuery, Noted>({
  name: 'agents.interaction.socket',
  summary: 'Ask an agent over a WebSocket',
  http: {
    path: [
      '/api/v1/agent/{agent_id}/session/{session}/ws',
      '/api/v1/agent/{agent_id}/workflow/{workflow_id}/session/{session}/ws',
      '/api/v1/kb/{agent_id}/agent/session/{session}/ws',
      '/api/v1/kb/{agent_id}/agent/workflow/{workflow_id}/session/{session}/ws',
    ],
    host: 'zone',
  },
  // Browsers send no headers of a page with a socket: the console opens it with the cookie of its session.
  policy: { ...usesAgent, session: 'page' },
  feature: 'generative',
  params: InteractionTarget,
  query: AgentSocketQuery,
  frames: InteractionFrame,
  opens: openOn<typeof openInteractionSocket, InteractionTarget, AgentSocketQuery>({
    calls: openInteractionSocket,
    input: (visit) => ({
      body: { place: agentPlace(visit), createsSession: visit.query.create_session_if_not_exists },
    }),
  }),
  begins: beginWith<FollowedFrom, Resumed, InteractionTarget, AgentSocketQuery, Noted>({
    message: ({ params, query: { from_cursor: from } }) =>
      // Many may share this session: only who repeats the question gets frames of its interaction.
      from === undefined || params.session === EPHEMERAL_SESSION ? undefined : { from },
    calls: resumeInteraction,
    input: ({ from }, visit) => ({ body: { place: agentPlace(visit), from } }),
    frame: sameFrame,
    notes: notedInteraction,
    closes: closesAfterInteraction,
  }),
  kindOf: socketMessageKind,
  refuses: ({ kind }, visit) => untimelyMessage(kind, visit),
  messages: {
    [QUESTION]: message<InteractionRequest, Asked, InteractionTarget, AgentSocketQuery, Noted>({
      takes: InteractionRequest,
      calls: beginInteraction,
      input: (request, visit) => {
        const { headers, query, params, begun } = visit;
        const mayRepeat = query.from_cursor !== undefined && begun === 0;
        const repeated = { from: query.from_cursor, follows: params.session !== EPHEMERAL_SESSION };
        const body = { place: agentPlace(visit), request: { ...request, headers: { ...request.headers, ...headers } } };
        return { body: { ...body, asked: request.headers, ...(mayRepeat && repeated) } };
      },
      frame: sameFrame,
      notes: notedInteraction,
      closes: closesAfterInteraction,
    }),
    ...interactionReplies<InteractionTarget, AgentSocketQuery>(agentPlace),
  },
  failure: (error, kind, visit) => failedInteractionFrame(error, kind, visit),
});

function agentPlace({ params, query }: Pick<Visit, 'params' | 'query'>): InteractionPlace {
  const workflow = params.workflow_id ?? query.workflow_id;
  return { agent: params.agent_id, session: params.session, ...(workflow !== undefined && { workflow }) };
}
