import { randomUUID } from 'node:crypto';
import {
  EPHEMERAL_SESSION,
  type InteractionReplay,
  InteractionRequest,
  type replayInteraction,
} from '@lectern/contracts/agents';
import { AppError, type Request } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type AskedQuestion, InteractionAnswer } from '../interaction/interaction-answer';
import { InteractionRun } from '../interaction/interaction-run';
import { OwnInteractions } from '../interaction/own-interactions';
import { WorkflowPlans } from '../interaction/workflow-plans';
import { SessionMemory } from '../session/session-memory';
import type { TimelineEntity } from '../timeline/timeline.entity';
import { TimelineRecorder } from '../timeline/timeline-recorder';
import { timelineRow } from '../timeline/timeline-row';
import { timelineOf, TimelineService } from '../timeline/timeline.service';
import { timelineDifferences } from './timeline-differences';

type Call = Pick<Request<typeof replayInteraction>, 'params' | 'principal' | 'signal'>;

/** Runs recorded interactions again without recording them. */
@Injectable()
export class InteractionReplays {
  constructor(
    private readonly timelines: TimelineService,
    private readonly memory: SessionMemory,
    private readonly plans: WorkflowPlans,
    private readonly answers: InteractionAnswer,
    private readonly own: OwnInteractions,
  ) {}

  /**
   * @throws AppError `not_found`, `invalid_request` for requests that were not kept or that the workflow refuses,
   *   `rate_limited`, `cancelled`
   */
  async replay({ params, principal, signal }: Call): Promise<InteractionReplay> {
    const recorded = await this.timelines.find(params);
    const asked = { ...(await this.again(recorded, principal)), principal, isReplay: true as const };
    const after = await this.outcome(asked, signal);
    const differences = timelineDifferences(recorded, after);
    return {
      id: recorded.id,
      identical: differences.length === 0,
      differences,
      before: figuresOf(recorded),
      after: figuresOf(after),
      timeline: timelineOf(after),
    };
  }

  /** The workflow as it is now, with the question as it was asked. */
  private async again({ agent, session_id, workflow, question, detail }: TimelineEntity, principal: Call['principal']) {
    const { request } = detail;
    if (!request)
      throw new AppError('invalid_request', 'The request was too large to be kept whole: it cannot be replayed');
    const session = session_id === EPHEMERAL_SESSION ? undefined : await this.memory.find(agent, session_id);
    const { arguments: values, history } = request;
    const asked = Object.assign(new InteractionRequest(), { question, arguments: values });
    const planned = { id: randomUUID(), agent, session: session_id, workflow, principal };
    const plan = await this.plans.of(planned, asked, history);
    return { plan, ...(session && { session }) };
  }

  /** How it went, as it would be recorded. */
  private async outcome(asked: AskedQuestion, signal: AbortSignal): Promise<TimelineEntity> {
    const { plan, principal } = asked;
    const { facts } = plan;
    const run = new InteractionRun(facts.asked.id);
    const leave = () => run.cancel('The caller left');
    const forget = this.own.admit(run, { agent: facts.agent.id, caller: principal.id });
    signal.addEventListener('abort', leave, { once: true });
    try {
      if (signal.aborted) leave();
      const recorder = new TimelineRecorder();
      const end = await this.own.during(run, () => this.answers.answer(run, asked, recorder));
      signal.throwIfAborted();
      const replayed = { facts, session: asked.session?.rid ?? facts.session, principal };
      return timelineRow(replayed, { began: recorder.began, recorded: recorder.recorded(), end });
    } finally {
      signal.removeEventListener('abort', leave);
      forget();
    }
  }
}

function figuresOf({ total_time, input_svc_tokens, output_svc_tokens }: TimelineEntity) {
  return { total_time, input_svc_tokens, output_svc_tokens };
}
