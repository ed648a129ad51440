import { randomUUID } from 'node:crypto';
import {
  EPHEMERAL_SESSION,
  type InteractionFrame,
  type InteractionPlace,
  InteractionRequest,
} from '@lectern/contracts/agents';
import { AppError, type Principal, validate } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { InteractionService } from '../interaction/interaction.service';
import { requestHash } from '../interaction/interaction-starts';
import { isEnded, openQuestion, type TaskPlace } from './task-frames';
import { answerOfMessage, type TaskMessage } from './task-message';
import { TaskDoesNotWait } from './task-does-not-wait';

/** Who sends messages to an agent. */
export interface TaskCaller {
  readonly agent: string;
  readonly principal: Principal;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A task, and where its frames are. */
export interface RunningTask {
  readonly id: string;
  readonly contextId: string;
  /** From the message on that was sent. */
  readonly frames: () => AsyncGenerator<InteractionFrame>;
}

/** Tasks of the A2A protocol: interactions, which continue when nobody follows them. */
@Injectable()
export class A2aTasks {
  constructor(
    private readonly agents: AgentDirectory,
    private readonly interactions: InteractionService,
  ) {}

  /**
   * Begins a task, or answers the question of one.
   *
   * @throws AppError as an interaction; `not_found` for an unknown task or context, and TaskDoesNotWait
   */
  async send(message: TaskMessage, caller: TaskCaller, isStream: boolean): Promise<RunningTask> {
    return message.taskId === undefined ? this.begin(message, caller, isStream) : this.continue(message, caller);
  }

  /** Frames so far. @throws AppError `not_found` for a task of others, or one that is no longer kept */
  async look(
    id: string,
    caller: TaskCaller,
  ): Promise<{ readonly place: TaskPlace; readonly frames: InteractionFrame[] }> {
    const row = await this.interactions.get(caller.agent, id, caller.principal);
    const frames: InteractionFrame[] = [];
    for await (const frame of this.interactions.frames(row, 0, { ...caller, soFar: true })) frames.push(frame);
    if (frames.length === 0) throw new AppError('not_found', 'Task not found');
    return { place: { id: row.id, contextId: row.session, now: new Date() }, frames };
  }

  /** Follows a task from the first frame on that is not among those that were seen. @throws AppError `not_found` */
  async follow(id: string, seen: number, caller: TaskCaller): Promise<RunningTask> {
    const row = await this.interactions.get(caller.agent, id, caller.principal);
    return { id: row.id, contextId: row.session, frames: () => this.interactions.frames(row, seen, caller) };
  }

  /** Ends a task that runs. @throws AppError `not_found`, TaskDoesNotWait when it has ended */
  async cancel(id: string, caller: TaskCaller): Promise<void> {
    const { place, frames } = await this.look(id, caller);
    if (isEnded(frames)) throw new TaskDoesNotWait();
    await this.interactions.cancel({ place: { agent: caller.agent, session: place.contextId }, id }, caller.principal);
  }

  private async begin(message: TaskMessage, caller: TaskCaller, isStream: boolean): Promise<RunningTask> {
    const { agent, principal, headers } = caller;
    const place = { ...(await this.placeOf(message, caller)), workflow: message.workflow };
    const asked = { question: message.text, arguments: message.arguments, headers, streaming: isStream };
    const request = validate(InteractionRequest, asked, ['message']);
    const question = requestHash(agent, randomUUID());
    const run = await this.interactions.start({ place, request, principal, question, asking: {} });
    const { session: contextId } = await this.interactions.get(agent, run.id, principal);
    return { id: run.id, contextId, frames: () => run.follow(0) };
  }

  private async continue(message: TaskMessage, caller: TaskCaller): Promise<RunningTask> {
    const { taskId = '', contextId } = message;
    const { place, frames } = await this.look(taskId, caller);
    if (contextId !== undefined && contextId !== place.contextId) throw new AppError('not_found', 'Task not found');
    const asked = openQuestion(frames);
    if (!asked) throw new TaskDoesNotWait();
    const at = { agent: caller.agent, session: place.contextId };
    const answer = { requestId: asked.request_id, response: answerOfMessage(message) };
    await this.interactions.respond({ place: at, ...answer }, caller.principal).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'conflict' ? new TaskDoesNotWait() : error;
    });
    return this.follow(taskId, frames.length, caller);
  }

  /** A session begins where an agent with a memory gets a message without a context. */
  private async placeOf({ contextId }: TaskMessage, { agent, principal }: TaskCaller): Promise<InteractionPlace> {
    if (contextId !== undefined) return { agent, session: contextId };
    const { hasMemory } = await this.agents.get(agent);
    if (!hasMemory) return { agent, session: EPHEMERAL_SESSION };
    const place = { agent, session: `a2a-${randomUUID()}` };
    await this.interactions.open({ place, createsSession: true }, principal);
    return place;
  }
}
