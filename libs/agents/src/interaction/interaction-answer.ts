import { readConfig } from '@lectern/config';
import type { InteractionFrame } from '@lectern/contracts/agents';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Injectable, Logger } from '@nestjs/common';
import type { WorkflowPlan } from '../engine/workflow-plan';
import { type WorkflowAnswer, WorkflowRun, type WorkflowTools } from '../engine/workflow-run';
import { moduleRegistry } from '../modules/registry';
import { type SessionKey, SessionMemory } from '../session/session-memory';
import { InteractionLog } from '../timeline/interaction-log';
import { shownFailure, type InteractionEnd, type TimelineRecorder } from '../timeline/timeline-recorder';
import { interactionSlice } from './interaction.config';
import type { InteractionRun } from './interaction-run';
import { InteractionTools } from './interaction-tools';

/** A question that is about to be answered. */
export interface AskedQuestion {
  readonly plan: WorkflowPlan;
  readonly principal: Principal;
  /** Absent for sessions that nothing keeps. */
  readonly session?: SessionKey;
  /** Whether it was asked before: its session does not keep it again. */
  readonly isReplay?: true;
}

/** Answers questions: from the first frame to the last. */
@Injectable()
export class InteractionAnswer {
  private readonly logger = new Logger(InteractionAnswer.name);
  private readonly costMax = readConfig(interactionSlice).AGENT_COST_MAX;

  constructor(
    private readonly tools: InteractionTools,
    private readonly memory: SessionMemory,
    private readonly log: InteractionLog,
  ) {}

  /** Counts a question that does not run. */
  refuse(): void {
    this.log.refused();
  }

  /** Never throws: a failure is a frame. The answer is in the session before its frame is sent. */
  async give(run: InteractionRun, asked: AskedQuestion): Promise<void> {
    const { plan, principal, session } = asked;
    const { facts } = plan;
    const recorder = this.log.begin();
    const end = await this.answer(run, asked, recorder);
    const logged = { facts, session: session?.rid ?? facts.session, principal };
    this.log.end(logged, { ...end, recorder, frames: run.frameCount });
  }

  /** Never throws: a failure is a frame. The recorder sees the run, and nobody else. */
  async answer(run: InteractionRun, asked: AskedQuestion, recorder: TimelineRecorder): Promise<InteractionEnd> {
    const { plan, principal, session, isReplay } = asked;
    const question = plan.facts.asked.text;
    try {
      await run.emit('start');
      const { answer, citations, urls, visualizations } = await this.answerOf(run, asked, recorder);
      if (session && !isReplay) await this.memory.append(session, { id: run.id, question, answer }, principal);
      const sourced = { answer_citations: citations ?? null, answer_urls: urls ?? null };
      await run.emit('answer', { answer, ...sourced, data_visualizations: visualizations ?? null });
      await run.emit('done');
      return { outcome: 'answered', answer, error: null };
    } catch (error) {
      if (!(error instanceof AppError)) this.logger.error({ message: 'An interaction failed', err: error });
      const shown = exceptionOf(error);
      await run.emit('error', shown);
      await run.emit('done');
      const outcome = run.signal.aborted ? 'cancelled' : 'failed';
      return { outcome, answer: null, ...shownFailure(error), error: shown.exception?.detail ?? null };
    }
  }

  private async answerOf(
    run: InteractionRun,
    { plan, principal, session }: AskedQuestion,
    recorder: TimelineRecorder,
  ): Promise<WorkflowAnswer> {
    const { signal } = run;
    const { web, databases } = this.tools.reach;
    const calls = this.tools.calls();
    const sources = this.tools.sources(plan, { principal, signal, calls, user: run });
    const models: WorkflowTools['models'] = (ofStep, observer, usage) =>
      this.tools.models(plan.facts, principal, { calls, signal: ofStep, observer, usage });
    const sessionData = async () => (session ? this.memory.data(session) : undefined);
    const emit: WorkflowTools['emit'] = async (operation, content) => {
      signal.throwIfAborted();
      if (content.context) recorder.found(content.context);
      await run.emit(operation, content);
    };
    const askUser: WorkflowTools['askUser'] = (question) => run.askUser(question);
    const given = {
      models,
      sources,
      web,
      databases,
      sessionData,
      registry: moduleRegistry,
      observer: recorder,
      costMax: this.costMax,
    };
    return new WorkflowRun(plan, { ...given, askUser, emit, signal }).answer();
  }
}

/** The members of a frame that say why an interaction failed. */
export function exceptionOf(error: unknown): Partial<InteractionFrame> {
  const detail = error instanceof AppError && error.code !== 'internal' ? error.message : 'The agent failed';
  return { exception: { detail, extra: null } };
}
