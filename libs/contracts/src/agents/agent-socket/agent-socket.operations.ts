import { AppError, invalidRequest } from '../../core/errors';
import {
  BEGINNING,
  beginWith,
  message,
  openOn,
  type RunningMessage,
  socket,
  type SocketEnding,
  type SocketVisit,
} from '../../core/socket';
import type { InteractionPlace } from '../interaction-call/interaction-call.dto';
import { frameOf, frameOperations, InteractionFrame, InteractionRequest } from '../interaction/interaction.dto';
import {
  beginInteraction,
  cancelInteraction,
  InteractionTarget,
  openInteractionSocket,
  respondToAgent,
  resumeInteraction,
} from '../interaction/interaction.operations';
import { EPHEMERAL_SESSION } from '../params';
import { usesAgent } from '../policies';
import { AgentSocketQuery, FollowedFrom, SocketEnd, UserAnswer } from './agent-socket.dto';

/** What later messages need to know of an interaction whose frames are sent. */
interface Noted {
  /** Its id. */
  readonly id: string | null;
  /** Number of the last frame. */
  readonly seqid: number;
  /** Whether its user was asked something. */
  readonly asked: boolean;
  /** Whether the last frame that matters was a question to its user. */
  readonly awaits: boolean;
  /** Whether nothing follows but the end. */
  readonly isOver: boolean;
}

type Visit = SocketVisit<InteractionTarget, AgentSocketQuery, Noted>;
type Asked = typeof beginInteraction;
type Resumed = typeof resumeInteraction;

const QUESTION = 'question';
const ANSWER = 'answer';
const END = 'end';
const PIECES: readonly number[] = [frameOperations.answer_chunk, frameOperations.reasoning];
/** What ends an interaction without a frame of its own. */
const LOST: ReadonlySet<string> = new Set(['unavailable', 'deadline_exceeded', 'cancelled', 'internal']);

const sameFrame = (frame: InteractionFrame) => frame;
const noFrame = () => undefined;

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
  policy: usesAgent,
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
    notes: noted,
    closes: closesAfter,
  }),
  kindOf: (said) => {
    if ('request_id' in said) return ANSWER;
    return 'operation' in said && said.operation === 1 ? END : QUESTION;
  },
  refuses: ({ kind }, visit) => untimely(kind, visit),
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
      notes: noted,
      closes: closesAfter,
    }),
    [ANSWER]: message<UserAnswer, typeof respondToAgent, InteractionTarget, AgentSocketQuery>({
      takes: UserAnswer,
      calls: respondToAgent,
      input: ({ request_id: requestId, response }, visit) => ({
        body: { place: agentPlace(visit), requestId, response },
      }),
      frame: noFrame,
    }),
    [END]: message<SocketEnd, typeof cancelInteraction, InteractionTarget, AgentSocketQuery, Noted>({
      takes: SocketEnd,
      calls: cancelInteraction,
      input: (_, visit) => {
        const id = interactionsOf(visit.running).flatMap(({ noted: of }) => of?.id ?? [])[0];
        return { body: { place: agentPlace(visit), ...(id !== undefined && { id }) } };
      },
      frame: noFrame,
      closes: () => true,
    }),
  },
  failure: (error, kind, visit) => failedFrame(error, kind, visit),
});

function agentPlace({ params, query }: Pick<Visit, 'params' | 'query'>): InteractionPlace {
  const workflow = params.workflow_id ?? query.workflow_id;
  return { agent: params.agent_id, session: params.session, ...(workflow !== undefined && { workflow }) };
}

function noted({ operation, original_question_uuid: id, seqid }: InteractionFrame, before: Noted | undefined): Noted {
  const { done, error, agent_request: request } = frameOperations;
  const isPiece = PIECES.includes(operation);
  return {
    id,
    seqid,
    asked: before?.asked === true || operation === request,
    awaits: isPiece ? before?.awaits === true : operation === request,
    isOver: before?.isOver === true || operation === done || operation === error,
  };
}

function interactionsOf(running: Visit['running']): readonly RunningMessage<Noted>[] {
  return running.filter(({ kind, noted: of }) => (kind === QUESTION || kind === BEGINNING) && !of?.isOver);
}

/** A socket that was not to be kept open closes when its interaction has ended, however that was. */
function closesAfter({ last, error }: SocketEnding<object, InteractionFrame>, { query }: Visit): boolean {
  if (query.keep_open || last === undefined) return false;
  return error !== undefined || last.operation === frameOperations.done || last.operation === frameOperations.error;
}

function untimely(kind: string, { running, query, begun }: Visit): AppError | undefined {
  if (kind === END) return undefined;
  const [busy] = interactionsOf(running);
  if (!busy) return kind === QUESTION ? undefined : invalidRequest([missingMember('question')]);
  if (kind === ANSWER && busy.noted?.asked) return undefined;
  // The question of the interaction that is followed, sent again: who runs it knows.
  const mayRepeat = query.from_cursor !== undefined && begun === 0 && busy.kind === BEGINNING;
  if (kind === QUESTION && mayRepeat) return undefined;
  return busy.noted?.awaits ? invalidRequest([missingMember('request_id')]) : unexpectedMessage();
}

const missingMember = (member: string) => ({ type: 'missing', loc: ['body', member], msg: 'Field required' });

function unexpectedMessage(): AppError {
  return new AppError('conflict', 'Unexpected message from user');
}

/** The number is that of the last frame, so that a client which follows again from the next one misses nothing. */
function failedFrame(error: AppError, kind: string | undefined, { running }: Visit): InteractionFrame {
  const isLost = LOST.has(error.code) && kind !== ANSWER;
  const current = running.find((one) => one.kind === kind && isLost) ?? interactionsOf(running)[0];
  const { id = null, seqid = 0 } = current?.noted ?? {};
  const ids = { original_question_uuid: id, actual_question_uuid: id };
  const next = isLost && current?.noted ? seqid + 1 : seqid;
  return frameOf('error', next, {
    ...ids,
    exception: { detail: shownDetail(error, current), extra: wrongMembers(error) },
  });
}

function shownDetail({ code, message: text }: AppError, current: RunningMessage<Noted> | undefined): string {
  if (code === 'invalid_request') return 'Invalid request payload';
  if (!LOST.has(code)) return text;
  return current?.noted ? 'Agent has stopped responding. Please, try again.' : 'Unable to start agent';
}

function wrongMembers({ code, message: msg, details: { detail } }: AppError): Readonly<Record<string, unknown>> | null {
  if (code !== 'invalid_request') return null;
  return { validation_errors: Array.isArray(detail) ? detail : [{ type: 'value_error', loc: ['body'], msg }] };
}
