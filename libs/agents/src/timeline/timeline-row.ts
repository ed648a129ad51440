import { authorOf, type Principal } from '@lectern/contracts/core';
import type { InteractionFacts } from '../engine/module-run';
import type { InteractionEnd, Recorded } from './timeline-recorder';
import type { RecordedRequest, TimelineEntity } from './timeline.entity';

/** Characters of a question or an answer that are kept, as in the activity log. */
const TEXT_CHARS_MAX = 32_768;
const ERROR_CHARS_MAX = 1_000;
/** Characters of JSON of arguments and history; with more, they are not kept. */
const REQUEST_CHARS_MAX = 65_536;

/** An interaction that runs. */
export interface LoggedInteraction {
  readonly facts: InteractionFacts;
  /** Id of the session. */
  readonly session: string;
  readonly principal: Principal;
}

/** When an interaction began, what was seen of it, and how it ended. */
export interface TimelineOutcome {
  readonly began: Date;
  readonly recorded: Recorded;
  readonly end: InteractionEnd;
}

/** The row of an interaction that has ended. */
export function timelineRow(
  { facts, session, principal }: LoggedInteraction,
  { began, recorded, end }: TimelineOutcome,
): TimelineEntity {
  const { seconds, steps, context, is_reduced } = recorded;
  const sum = (of: 'input_svc_tokens' | 'output_svc_tokens') => steps.reduce((all, step) => all + step[of], 0);
  const kept = steps.map((step) => ({ ...step, calls: step.calls.map(({ errorCode: _, ...call }) => call) }));
  return {
    agent: facts.agent.id,
    id: facts.asked.id,
    session_id: session,
    workflow: facts.workflow,
    user_id: authorOf(principal) || null,
    user_type: principal.kind,
    date: began,
    question: facts.asked.text.slice(0, TEXT_CHARS_MAX),
    answer: end.answer?.slice(0, TEXT_CHARS_MAX) ?? null,
    outcome: end.outcome,
    error: end.error?.slice(0, ERROR_CHARS_MAX) ?? null,
    total_time: seconds,
    input_svc_tokens: sum('input_svc_tokens'),
    output_svc_tokens: sum('output_svc_tokens'),
    detail: { steps: kept, context, is_reduced, ...recordedRequestOf(facts) },
  };
}

function recordedRequestOf({ arguments: values, history }: InteractionFacts): { readonly request?: RecordedRequest } {
  const request = { arguments: values, history };
  return JSON.stringify(request).length > REQUEST_CHARS_MAX ? {} : { request };
}
