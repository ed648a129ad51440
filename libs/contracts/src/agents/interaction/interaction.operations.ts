import { IsOptional, IsString, Matches } from 'class-validator';
import { failsWithoutRoom } from '../../core/failures';
import { operation, streamOperation } from '../../core/operation';
import { SessionTarget, WORKFLOW_ID } from '../params';
import { usesAgent } from '../policies';
import {
  DetachedQuestion,
  HeardByInteraction,
  InteractionCursor,
  InteractionStop,
  OwnInteraction,
  SaidToInteraction,
  SocketOpening,
  UserResponse,
} from '../interaction-call/interaction-call.dto';
import { frameOf, InteractionFrame, InteractionQuery, InteractionRequest } from './interaction.dto';

/** Time between two frames; a model that is slow to answer takes part of it. */
const FRAME_DEADLINE_MS = 120_000;
/** Who follows an interaction waits as long as it may run: also while it waits for its user. */
const FOLLOW_DEADLINE_MS = 16 * 60_000;
const SAY_DEADLINE_MS = 10_000;
/** Fits clients that keep numbers in 32 bits. */
const SEQID_MAX = 2 ** 31 - 1;

/** A session, and perhaps a workflow, named in a path. */
export class InteractionTarget extends SessionTarget {
  /** Id of the workflow. */
  @IsOptional() @IsString() @Matches(WORKFLOW_ID) workflow_id?: string;
}

/**
 * Asks an agent. Returns a stream of frames, one JSON object on every line: a start, steps of modules with what they
 * found, the answer, and the end. What fails after the first frame is a frame of operation 4, and the HTTP status is
 * 200. A caller that leaves cancels the interaction.
 */
export const interactWithAgent = streamOperation({
  name: 'agents.interaction.run',
  feature: 'generative',
  summary: 'Ask an agent',
  http: {
    path: [
      '/api/v1/agent/{agent_id}/session/{session}',
      '/api/v1/agent/{agent_id}/workflow/{workflow_id}/session/{session}',
    ],
    method: 'POST',
    host: 'zone',
    success: 200,
    reply: 'ndjson',
    // Its writer does not know the frames before: its number is larger than any of them.
    failure: ({ message: detail }) => frameOf('error', SEQID_MAX, { exception: { detail, extra: null } }),
  },
  policy: usesAgent,
  params: InteractionTarget,
  query: InteractionQuery,
  body: InteractionRequest,
  answer: InteractionFrame,
  fails: {
    ...failsWithoutRoom,
    rate_limited:
      'The agent or the caller has as many interactions as it can have; `Retry-After` says when to try again.',
    not_found: 'The agent has no such session.',
  },
  deadlineMs: FRAME_DEADLINE_MS,
});

/** Checks the workflow, and finds or creates the session. @throws AppError `not_found` */
export const openInteractionSocket = operation({
  name: 'agents.interaction.open',
  summary: 'Prepare a session for a socket',
  body: SocketOpening,
  deadlineMs: SAY_DEADLINE_MS,
});

/**
 * Asks an agent. The interaction continues when the stream is left, unless nothing of it was read. A question that an
 * interaction of the caller answers already is not asked again: its frames are sent from `from` on, or none where the
 * caller follows it.
 */
export const beginInteraction = streamOperation({
  name: 'agents.interaction.begin',
  summary: 'Ask an agent over a socket',
  body: DetachedQuestion,
  answer: InteractionFrame,
  deadlineMs: FOLLOW_DEADLINE_MS,
});

/** Follows the latest interaction that the caller began in a session. There are no frames where none is kept. */
export const resumeInteraction = streamOperation({
  name: 'agents.interaction.resume',
  summary: 'Follow an interaction again',
  body: InteractionCursor,
  answer: InteractionFrame,
  deadlineMs: FOLLOW_DEADLINE_MS,
});

/** Answers a question of an agent to its user. @throws AppError `conflict` when nothing waits for it */
export const respondToAgent = operation({
  name: 'agents.interaction.respond',
  summary: 'Answer an agent',
  body: UserResponse,
  deadlineMs: SAY_DEADLINE_MS,
});

/** Ends an interaction, if it runs. */
export const cancelInteraction = operation({
  name: 'agents.interaction.cancel',
  summary: 'End an interaction',
  body: InteractionStop,
  deadlineMs: SAY_DEADLINE_MS,
});

/** For the process that runs the interaction. @throws AppError `not_found` */
export const followOwnInteraction = streamOperation({
  name: 'agents.interaction.follow',
  addressed: true,
  summary: 'Follow an interaction of a process',
  body: OwnInteraction,
  answer: InteractionFrame,
  deadlineMs: FOLLOW_DEADLINE_MS,
});

/** For the process that runs the interaction. */
export const tellOwnInteraction = operation({
  name: 'agents.interaction.tell',
  addressed: true,
  summary: 'Say something to an interaction of a process',
  body: SaidToInteraction,
  answer: HeardByInteraction,
  deadlineMs: SAY_DEADLINE_MS,
});
