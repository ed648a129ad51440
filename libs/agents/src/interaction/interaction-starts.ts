import { createHash, randomUUID } from 'node:crypto';
import { DEFAULT_WORKFLOW, type InteractionPlace, type InteractionRequest } from '@lectern/contracts/agents';
import type { Principal } from '@lectern/contracts/core';
import { Injectable, Logger } from '@nestjs/common';
import type { Asking } from '../engine/asking-back';
import type { WorkflowPlan } from '../engine/workflow-plan';
import { InteractionAnswer } from './interaction-answer';
import { InteractionRecords } from './interaction-records';
import { InteractionRun } from './interaction-run';
import { type InteractionSession, InteractionSessions } from './interaction-sessions';
import { OwnInteractions } from './own-interactions';
import { WorkflowPlans } from './workflow-plans';

/** A question to an agent. */
export interface NewInteraction {
  readonly place: InteractionPlace;
  readonly request: InteractionRequest;
  readonly principal: Principal;
  /** How questions reach its user; absent where they do not. */
  readonly asking?: Asking;
  /** Instructions of the caller, which count after the rules of the workflow. */
  readonly rules?: readonly string[];
  /** What runs, where it is no workflow of an agent. */
  readonly planned?: (id: string) => Promise<WorkflowPlan>;
  /** By which its caller finds it again: as `questionHash` or `requestHash` makes it. */
  readonly question: string;
}

/** What of a question is the same when a client asks it again over another socket. */
export function questionHash(
  { workflow = DEFAULT_WORKFLOW }: InteractionPlace,
  { question, arguments: values, chat_history: history = null }: InteractionRequest,
  headers: Readonly<Record<string, string>>,
): string {
  const asked = JSON.stringify([workflow, question, values, history, headers]);
  return createHash('sha256').update(asked).digest('base64url');
}

/** Names the request of a client that asks, among those of its session of another protocol. */
export function requestHash(session: string, request: string | number): string {
  return createHash('sha256')
    .update(JSON.stringify([session, request]))
    .digest('base64url');
}

/** Begins interactions in this process. */
@Injectable()
export class InteractionStarts {
  private readonly logger = new Logger(InteractionStarts.name);

  constructor(
    private readonly plans: WorkflowPlans,
    private readonly sessions: InteractionSessions,
    private readonly records: InteractionRecords,
    private readonly answers: InteractionAnswer,
    private readonly own: OwnInteractions,
  ) {}

  /** @throws AppError `not_found` for an unknown workflow */
  async check({ agent, workflow = DEFAULT_WORKFLOW }: InteractionPlace): Promise<void> {
    await this.plans.check(agent, workflow);
  }

  /**
   * Begins to answer; the frames wait for a reader.
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

  private async beginning(interaction: NewInteraction): Promise<InteractionRun> {
    const { place, principal, asking, question } = interaction;
    const { agent, workflow = DEFAULT_WORKFLOW } = place;
    const session = await this.sessions.find(place);
    const id = randomUUID();
    const plan = await (interaction.planned?.(id) ?? this.planOf(id, interaction, session));
    const run = new InteractionRun(id, asking);
    const kept = session.key && { session: session.key.rid };
    const release = this.own.admit(run, { agent, caller: principal.id, ...kept });
    try {
      await this.records.begun({ id, agent, session: session.name, caller: principal.id, question, workflow });
    } catch (error) {
      release();
      throw error;
    }
    const asked = { plan, principal, ...(session.key && { session: session.key }) };
    this.own.begin(run, async () => {
      await this.answers.give(run, asked);
      // Those whose end is not written down are known by their age.
      await this.records
        .ended(id)
        .catch((error: unknown) =>
          this.logger.warn({ message: 'The end of an interaction is not recorded', err: error }),
        );
    });
    return run;
  }

  private async planOf(
    id: string,
    { place, request, principal, rules = [] }: NewInteraction,
    session: InteractionSession,
  ): Promise<WorkflowPlan> {
    const { agent, session: named, workflow = DEFAULT_WORKFLOW } = place;
    const history = await this.sessions.history(session, request);
    const { facts, modules } = await this.plans.of(
      { id, agent, session: named, workflow, principal },
      request,
      history,
    );
    return { modules, facts: { ...facts, rules: [...facts.rules, ...rules] } };
  }
}
