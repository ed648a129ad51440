import { EPHEMERAL_SESSION, type InteractionPlace, type InteractionRequest } from '@lectern/contracts/agents';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { Turn } from '../engine/module-models';
import { AgentSessionService } from '../session/session.service';
import { type SessionKey, SessionMemory } from '../session/session-memory';

/** Titles and summaries of sessions that a socket creates. */
const AUTO_SUMMARY = 'Auto-created session';

/** The session of an interaction. */
export interface InteractionSession {
  /** Under which its interactions are kept. */
  readonly name: string;
  /** Absent for sessions that nothing keeps. */
  readonly key?: SessionKey;
}

/** Finds the sessions of interactions, and what was said in them. */
@Injectable()
export class InteractionSessions {
  constructor(
    private readonly sessions: AgentSessionService,
    private readonly memory: SessionMemory,
  ) {}

  /** @throws AppError `bad_request` without a memory, `not_found` */
  async find({ agent, session }: InteractionPlace): Promise<InteractionSession> {
    if (session === EPHEMERAL_SESSION) return { name: EPHEMERAL_SESSION };
    const key = await this.sessions.known(agent, session);
    return { name: key.rid, key };
  }

  /** The same, and creates the session when it is missing. @throws AppError `bad_request`, `invalid_request` */
  async ensure(place: InteractionPlace, principal: Principal): Promise<InteractionSession> {
    const found = await this.find(place).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    });
    if (found) return found;
    const { agent, session: slug } = place;
    const payload = { slug, name: `Session ${slug}`, summary: AUTO_SUMMARY, data: '', format: 'PLAIN' as const };
    await this.sessions.create(agent, payload, principal).catch(async (error: unknown) => {
      // Two sockets may open the same session at once.
      if (!(await this.memory.find(agent, slug))) throw error;
    });
    return this.find(place);
  }

  /** What the request says, or the session. Oldest first. */
  async history({ key }: InteractionSession, { chat_history: given }: InteractionRequest): Promise<readonly Turn[]> {
    return given ?? (key ? this.memory.history(key) : []);
  }
}
