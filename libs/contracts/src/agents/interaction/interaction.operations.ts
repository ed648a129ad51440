import { IsOptional, IsString, Matches } from 'class-validator';
import { failsWithoutRoom } from '../../core/failures';
import { streamOperation } from '../../core/operation';
import { SessionTarget, WORKFLOW_ID } from '../params';
import { usesAgent } from '../policies';
import { InteractionFrame, InteractionQuery, InteractionRequest } from './interaction.dto';

/** Seconds between two frames; a model that is slow to answer takes part of them. */
const FRAME_DEADLINE_MS = 120_000;

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
