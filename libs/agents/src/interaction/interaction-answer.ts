import type { InteractionFrame } from '@lectern/contracts/agents';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Injectable, Logger } from '@nestjs/common';
import { type WorkflowAnswer, type WorkflowPlan, WorkflowRun } from '../engine/workflow-run';
import { moduleRegistry } from '../modules/registry';
import { type SessionKey, SessionMemory } from '../session/session-memory';
import type { InteractionRun } from './interaction-run';
import { InteractionTools } from './interaction-tools';

/** A question that is about to be answered. */
export interface AskedQuestion {
  readonly plan: WorkflowPlan;
  readonly principal: Principal;
  /** Absent for sessions that nothing keeps. */
  readonly session?: SessionKey;
}

/** Answers questions: from the first frame to the last. */
@Injectable()
export class InteractionAnswer {
  private readonly logger = new Logger(InteractionAnswer.name);

  constructor(
    private readonly tools: InteractionTools,
    private readonly memory: SessionMemory,
  ) {}

  /** Never throws: a failure is a frame. The answer is in the session before its frame is sent. */
  async give(run: InteractionRun, asked: AskedQuestion): Promise<void> {
    const { plan, principal, session } = asked;
    const { facts } = plan;
    try {
      await run.emit('start');
      const { answer, citations, urls, visualizations } = await this.answerOf(run, asked);
      if (session) await this.memory.append(session, { id: run.id, question: facts.asked.text, answer }, principal);
      const sourced = { answer_citations: citations ?? null, answer_urls: urls ?? null };
      await run.emit('answer', { answer, ...sourced, data_visualizations: visualizations ?? null });
      await run.emit('done');
    } catch (error) {
      if (!(error instanceof AppError)) this.logger.error({ message: 'An interaction failed', err: error });
      await run.emit('error', exceptionOf(error));
      await run.emit('done');
    }
  }

  private async answerOf(run: InteractionRun, { plan, principal, session }: AskedQuestion): Promise<WorkflowAnswer> {
    const { signal } = run;
    const { web } = this.tools;
    const sources = this.tools.sources(plan.facts, { principal, signal });
    const models = (ofStep: AbortSignal) => this.tools.models(plan.facts, principal, ofStep);
    const sessionData = async () => (session ? this.memory.data(session) : undefined);
    const emit = async (...frame: Parameters<InteractionRun['emit']>) => {
      signal.throwIfAborted();
      await run.emit(...frame);
    };
    const tools = { models, sources, web, sessionData, registry: moduleRegistry, emit, signal };
    return new WorkflowRun(plan, tools).answer();
  }
}

/** The members of a frame that say why an interaction failed. */
export function exceptionOf(error: unknown): Partial<InteractionFrame> {
  const detail = error instanceof AppError && error.code !== 'internal' ? error.message : 'The agent failed';
  return { exception: { detail, extra: null } };
}
