import { operation, streamOperation } from '../../core/operation';
import { message, openOn, socket, type SocketVisit } from '../../core/socket';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { interactionReplies } from '../agent-socket/interaction-replies';
import { InteractionFrame, InteractionRequest } from '../interaction/interaction.dto';
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
import { AGENT_DEADLINE_MS, asksAgenticBox } from '../policies';
import { AgenticAskQuery, AgenticPlace, AgenticQuestion } from './agentic-ask.dto';

/** Who follows an interaction waits as long as it may run: also while it waits for its user. */
const FOLLOW_DEADLINE_MS = 16 * 60_000;

/** Checks the configuration, and its sources. @throws AppError `not_found` */
export const openAgenticAsk = operation({
  name: 'agents.agentic-ask.open',
  summary: 'Prepare a socket of a knowledge box',
  body: AgenticPlace,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Asks a knowledge box. The interaction continues when its frames are left, if any was read. */
export const beginAgenticAsk = streamOperation({
  name: 'agents.agentic-ask.begin',
  summary: 'Ask a knowledge box as an agent',
  body: AgenticQuestion,
  answer: InteractionFrame,
  deadlineMs: FOLLOW_DEADLINE_MS,
});

type Visit = SocketVisit<KnowledgeBoxTarget, AgenticAskQuery, NotedInteraction>;

const { question } = socketMessages;

/**
 * Asks a knowledge box as an agent, over a WebSocket: an agentic configuration says how the question is rewritten, how
 * the box is searched, and how the answer is written. Messages and frames are those of agents. An interaction continues
 * when its socket breaks, and its frames are kept for 300 seconds after its end: a client opens another socket with
 * `from_cursor`, and sends the question again.
 */
export const openAgenticAskSocket = socket<KnowledgeBoxTarget, AgenticAskQuery, NotedInteraction>({
  name: 'agents.agentic-ask.socket',
  summary: 'Ask a knowledge box as an agent over a WebSocket',
  http: { path: '/api/v1/kb/{kbid}/ask', host: 'zone' },
  policy: asksAgenticBox,
  feature: 'generative',
  params: KnowledgeBoxTarget,
  query: AgenticAskQuery,
  frames: InteractionFrame,
  opens: openOn<typeof openAgenticAsk, KnowledgeBoxTarget, AgenticAskQuery>({
    calls: openAgenticAsk,
    input: (visit) => ({ body: agenticPlace(visit) }),
  }),
  kindOf: socketMessageKind,
  refuses: ({ kind }, visit) => untimelyMessage(kind, visit),
  messages: {
    [question]: message<
      InteractionRequest,
      typeof beginAgenticAsk,
      KnowledgeBoxTarget,
      AgenticAskQuery,
      NotedInteraction
    >({
      takes: InteractionRequest,
      calls: beginAgenticAsk,
      input: (request, visit) => {
        const { query, begun } = visit;
        const headers = { ...request.headers, ...visit.headers };
        const repeated = query.from_cursor !== undefined && begun === 0 && { from: query.from_cursor };
        const body = { place: agenticPlace(visit), request: { ...request, headers }, asked: request.headers };
        return { body: { ...body, ...repeated } };
      },
      frame: (frame) => frame,
      notes: notedInteraction,
      closes: closesAfterInteraction,
    }),
    ...interactionReplies<KnowledgeBoxTarget, AgenticAskQuery>(interactionPlace),
  },
  failure: (error, kind, visit) => failedInteractionFrame(error, kind, visit),
});

function agenticPlace({ params, query }: Pick<Visit, 'params' | 'query'>): AgenticPlace {
  const { agentic_config_id: config, search_configuration: searchConfiguration, groups } = query;
  return {
    kbid: params.kbid,
    config,
    ...(searchConfiguration !== undefined && { searchConfiguration }),
    ...(groups && { groups }),
  };
}

/** Interactions of a box are kept as those of an agent with its id. */
function interactionPlace({ params }: Pick<Visit, 'params'>) {
  return { agent: params.kbid, session: EPHEMERAL_SESSION };
}
