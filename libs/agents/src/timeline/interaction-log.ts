import { authorOf, type Principal } from '@lectern/contracts/core';
import { Tracing } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import type { InteractionFacts } from '../engine/module-run';
import { InteractionMetrics } from './interaction-metrics';
import { interactionSpan } from './interaction-span';
import { TimelineActivity } from './timeline-activity';
import { TimelineJournal } from './timeline-journal';
import { type InteractionEnd, type Recorded, TimelineRecorder } from './timeline-recorder';
import type { TimelineEntity } from './timeline.entity';

/** Characters of a question or an answer that are kept, as in the activity log. */
const TEXT_CHARS_MAX = 32_768;
const ERROR_CHARS_MAX = 1_000;

/** An interaction that runs. */
export interface LoggedInteraction {
  readonly facts: InteractionFacts;
  /** Id of the session. */
  readonly session: string;
  readonly principal: Principal;
}

/** An interaction that has ended. */
export interface EndedRun extends InteractionEnd {
  readonly recorder: TimelineRecorder;
  readonly frames: number;
}

/** Sees interactions: their timelines, the activity log, metrics and traces. Never fails, and nothing waits for it. */
@Injectable()
export class InteractionLog {
  constructor(
    private readonly journal: TimelineJournal,
    private readonly activity: TimelineActivity,
    private readonly metrics: InteractionMetrics,
    private readonly tracing: Tracing,
  ) {}

  /** A question that does not run. */
  refused(): void {
    this.metrics.refused();
  }

  begin(): TimelineRecorder {
    this.metrics.begun();
    return new TimelineRecorder();
  }

  /** After the last frame. */
  end(interaction: LoggedInteraction, { recorder, frames, ...end }: EndedRun): void {
    const recorded = recorder.recorded();
    const { began } = recorder;
    const { facts, session } = interaction;
    this.metrics.ended(end, recorded, frames);
    const row = timelineRow(interaction, { began, recorded, end });
    // Only agents show timelines.
    if (!facts.box) this.journal.record(row);
    if (facts.agent.hasMemory) this.activity.record(row);
    if (this.tracing.isOn) this.tracing.record(interactionSpan({ facts, session, began, recorded, end }));
  }
}

interface Outcome {
  readonly began: Date;
  readonly recorded: Recorded;
  readonly end: InteractionEnd;
}

function timelineRow(
  { facts, session, principal }: LoggedInteraction,
  { began, recorded, end }: Outcome,
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
    detail: { steps: kept, context, is_reduced },
  };
}
