import { randomUUID } from 'node:crypto';
import { DEFAULT_WORKFLOW, type InteractionPlace, type InteractionRequest } from '@lectern/contracts/agents';
import type { Principal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { InteractionAnswer } from './interaction-answer';
import { InteractionRecords } from './interaction-records';
import { InteractionRun } from './interaction-run';
import { InteractionSessions } from './interaction-sessions';
import { OwnInteractions } from './own-interactions';
import { WorkflowPlans } from './workflow-plans';

/** A question to an agent. */
export interface NewInteraction {
  readonly place: InteractionPlace;
  readonly request: InteractionRequest;
  readonly principal: Principal;
  /** Whether its caller can answer questions. */
  readonly canAsk: boolean;
}

/** Begins interactions in this process. */
@Injectable()
export class InteractionStarts {
  constructor(
    private readonly plans: WorkflowPlans,
    private readonly sessions: InteractionSessions,
    private readonly records: InteractionRecords,
    private readonly answers: InteractionAnswer,
    private readonly own: OwnInteractions,
  ) {}

  /**
   * Begins to answer; the frames wait for whoever follows.
   *
   * @throws AppError `not_found` for an unknown session or workflow, `bad_request` without a memory, `invalid_request`
   *   for missing arguments, `rate_limited`
   */
  async begin(interaction: NewInteraction): Promise<InteractionRun> {
    return this.beginning(interaction).catch((error: unknown) => {
      this.answers.refuse();
      throw error;
    });
  }

  private async beginning({ place, request, principal, canAsk }: NewInteraction): Promise<InteractionRun> {
    const { agent, session: named, workflow = DEFAULT_WORKFLOW } = place;
    const session = await this.sessions.find(place, principal);
    const history = await this.sessions.history(session, request);
    const id = randomUUID();
    const plan = await this.plans.of({ id, agent, session: named, workflow }, request, history);
    const run = new InteractionRun(id, canAsk);
    const asked = { plan, principal, ...(session.key && { session: session.key }) };
    const work = async () => {
      await this.records.begun({ id, agent, session: session.name, workflow });
      await this.answers.give(run, asked);
      await this.records.ended(id);
    };
    this.own.begin(run, agent, { principal, work });
    return run;
  }
}
