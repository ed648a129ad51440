import {
  EPHEMERAL_SESSION,
  type SessionCreated,
  type SessionPayload,
  type SessionsQuery,
} from '@lectern/contracts/agents';
import { AppError, type DocumentPiece, type Principal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { type SessionKey, SessionMemory } from './session-memory';

const PAGE_SIZE = 20;

/** Who asks for a session, and until when. */
export interface SessionCall {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** Sessions of agents with memory. */
@Injectable()
export class AgentSessionService {
  constructor(
    private readonly agents: AgentDirectory,
    private readonly memory: SessionMemory,
  ) {}

  /** @throws AppError `bad_request` without a memory, `invalid_request` when the session cannot be created */
  async create(agent: string, payload: SessionPayload, principal: Principal): Promise<SessionCreated> {
    await this.checkMemory(agent);
    // No path would reach it.
    if (payload.slug === EPHEMERAL_SESSION) throw notCreated();
    try {
      return await this.memory.create(agent, payload, principal);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      throw notCreated();
    }
  }

  /** @throws AppError `bad_request` without a memory */
  async *list(agent: string, query: SessionsQuery, signal: AbortSignal): AsyncGenerator<DocumentPiece> {
    await this.checkMemory(agent);
    const size = query.size ?? query.page_size ?? PAGE_SIZE;
    yield* this.memory.list(agent, { page: query.page, size }, signal);
  }

  /** @throws AppError `bad_request` without a memory, `not_found` */
  async *get(agent: string, session: string, signal: AbortSignal): AsyncGenerator<DocumentPiece> {
    yield* this.memory.read(await this.known(agent, session), signal);
  }

  /** @throws AppError `bad_request` without a memory, `not_found` */
  async change(
    agent: string,
    session: string,
    change: { payload: SessionPayload; principal: Principal },
  ): Promise<null> {
    await this.memory.change(await this.known(agent, session), change.payload, change.principal);
    return null;
  }

  /** @throws AppError `bad_request` without a memory, `not_found` */
  async delete(agent: string, session: string, principal: Principal): Promise<null> {
    await this.memory.delete(await this.known(agent, session), principal);
    return null;
  }

  /** @throws AppError `bad_request` without a memory, `not_found` */
  async known(agent: string, session: string): Promise<SessionKey> {
    await this.checkMemory(agent);
    const found = await this.memory.find(agent, session);
    if (!found) throw new AppError('not_found', 'Session not found');
    return found;
  }

  private async checkMemory(agent: string): Promise<void> {
    const { hasMemory } = await this.agents.get(agent);
    if (!hasMemory)
      throw new AppError('bad_request', 'Sessions are only supported by agents with a memory knowledge box');
  }
}

function notCreated(): AppError {
  return new AppError('invalid_request', 'Failed to create session');
}
