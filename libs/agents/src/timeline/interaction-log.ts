import { callContext } from '@lectern/bus';
import { Tracing } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { InteractionMetrics } from './interaction-metrics';
import { interactionSpan } from './interaction-span';
import { TimelineActivity } from './timeline-activity';
import { TimelineJournal } from './timeline-journal';
import { type InteractionEnd, TimelineRecorder } from './timeline-recorder';
import { type LoggedInteraction, timelineRow } from './timeline-row';

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
    if (this.tracing.isOn)
      this.tracing.record(
        interactionSpan({ facts, session, began, recorded, end }),
        callContext.getStore()?.traceparent,
      );
  }
}
