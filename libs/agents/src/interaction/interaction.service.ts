import {
  DEFAULT_WORKFLOW,
  EPHEMERAL_SESSION,
  type InteractionFrame,
  type InteractionRequest,
} from '@lectern/contracts/agents';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Injectable, Logger } from '@nestjs/common';
import { FrameSequence } from '../engine/frames';
import type { Turn } from '../engine/module-models';
import { type WorkflowPlan, WorkflowRun } from '../engine/workflow-run';
import { moduleRegistry } from '../modules/registry';
import { AgentSessionService } from '../session/session.service';
import { type SessionKey, SessionMemory } from '../session/session-memory';
import { FrameChannel } from './frame-channel';
import { InteractionTools } from './interaction-tools';
import { type InteractionPlace, WorkflowPlans } from './workflow-plans';

/** Who asks an agent what. */
export interface InteractionCall {
  readonly place: Omit<InteractionPlace, 'workflow'> & { readonly workflow?: string };
  readonly request: InteractionRequest;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** Runs interactions. */
@Injectable()
export class InteractionService {
  private readonly logger = new Logger(InteractionService.name);

  constructor(
    private readonly plans: WorkflowPlans,
    private readonly tools: InteractionTools,
    private readonly sessions: AgentSessionService,
    private readonly memory: SessionMemory,
  ) {}

  /**
   * Frames of a run; leaving them cancels it.
   *
   * @throws AppError before the first frame: `not_found` for an unknown session, `bad_request` without a memory,
   *   `invalid_request` for missing arguments
   */
  async *run({ place, request, principal, signal }: InteractionCall): AsyncGenerator<InteractionFrame> {
    const { agent, session, workflow = DEFAULT_WORKFLOW } = place;
    const key = session === EPHEMERAL_SESSION ? undefined : await this.sessions.known(agent, session);
    const history = request.chat_history ?? (key ? await this.memory.history(key) : []);
    const plan = await this.plan({ agent, session, workflow }, request, history);
    if ('failure' in plan) return yield plan.failure;
    const left = new AbortController();
    const channel = new FrameChannel();
    const running = this.answer(plan, { principal, channel, key, signal: AbortSignal.any([signal, left.signal]) });
    try {
      yield* channel.frames();
    } finally {
      left.abort(new AppError('cancelled', 'The caller left'));
      await running;
    }
  }

  /** An unknown workflow is one frame, since clients of this route expect a stream. */
  private async plan(
    place: InteractionPlace,
    request: InteractionRequest,
    history: readonly Turn[],
  ): Promise<WorkflowPlan | { readonly failure: InteractionFrame }> {
    try {
      return await this.plans.of(place, request, history);
    } catch (error) {
      if (!(error instanceof AppError) || error.message !== 'Workflow not found') throw error;
      return { failure: new FrameSequence('').frame('error', exceptionOf(error)) };
    }
  }

  /** Never throws: a failure is a frame. */
  private async answer(
    plan: WorkflowPlan,
    run: { principal: Principal; channel: FrameChannel; key: SessionKey | undefined; signal: AbortSignal },
  ): Promise<void> {
    const { facts } = plan;
    const { principal, channel, key, signal } = run;
    const frames = new FrameSequence(facts.asked.id);
    const emit = async (...frame: Parameters<FrameSequence['frame']>) => channel.put(frames.frame(...frame));
    try {
      await emit('start');
      const sources = this.tools.sources(facts, { principal, signal });
      const models = (ofStep: AbortSignal) => this.tools.models(facts, principal, ofStep);
      const { web } = this.tools;
      const sessionData = async () => (key ? this.memory.data(key) : undefined);
      const tools = { models, sources, web, sessionData, registry: moduleRegistry, emit, signal };
      const { answer, citations, urls, visualizations } = await new WorkflowRun(plan, tools).answer();
      const turn = { id: facts.asked.id, question: facts.asked.text, answer };
      if (key) await this.memory.append(key, turn, principal);
      const sourced = { answer_citations: citations ?? null, answer_urls: urls ?? null };
      await emit('answer', { answer, ...sourced, data_visualizations: visualizations ?? null });
      await emit('done');
    } catch (error) {
      if (!signal.aborted) {
        this.noteUnexpected(error);
        await emit('error', exceptionOf(error));
        await emit('done');
      }
    } finally {
      channel.close();
    }
  }

  private noteUnexpected(error: unknown): void {
    if (!(error instanceof AppError)) this.logger.error({ message: 'An interaction failed', err: error });
  }
}

function exceptionOf(error: unknown): Partial<InteractionFrame> {
  const detail = error instanceof AppError && error.code !== 'internal' ? error.message : 'The agent failed';
  return { exception: { detail, extra: null } };
}
