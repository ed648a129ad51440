import { Rounds } from '@lectern/runtime';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { SessionMemory } from '../session/session-memory';
import { OwnInteractions } from './own-interactions';

const EVERY_MS = 15_000;
/** Sessions of one call. */
const SESSIONS_MAX = 100;

/** Ends interactions of agents, boxes and sessions that were deleted, also when the event that says so was lost. */
@Injectable()
export class DeletionRounds implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds = new Rounds(() => this.look(), {
    name: 'Interactions',
    failure: 'Interactions of deleted agents and sessions run on',
  });

  constructor(
    private readonly agents: AgentDirectory,
    private readonly memory: SessionMemory,
    private readonly own: OwnInteractions,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start(EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  /** @throws AppError `unavailable` */
  async look(): Promise<void> {
    for (const [agent, sessions] of this.own.runningByAgent()) {
      if (!(await this.agents.isThere(agent))) this.own.endOf(agent);
      else await this.lookAtSessions(agent, [...sessions]);
    }
  }

  private async lookAtSessions(agent: string, sessions: readonly string[]): Promise<void> {
    for (let at = 0; at < sessions.length; at += SESSIONS_MAX) {
      const part = sessions.slice(at, at + SESSIONS_MAX);
      const there = await this.memory.existing(agent, part);
      for (const session of part) if (!there.has(session)) this.own.endOfSession(agent, session);
    }
  }
}
