import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { type AgentDescription, describeAgent, resolveKnowledgeBoxAccess } from '@lectern/contracts/knowledge-box';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

/** What agents are, as the zone says. */
@Injectable()
export class AgentDirectory {
  /** Mode and account of an agent never change; titles may be shown as they were for this long. */
  private readonly agents = new Cache<AgentDescription>({ name: 'agents', entriesMax: 10_000, ttlMs: 15_000 });

  constructor(private readonly bus: Bus) {}

  /** Call when it may have been changed or deleted. */
  invalidate(id: string): void {
    this.agents.invalidate(id);
  }

  /** Whether there is an agent, or a knowledge box, with this id. */
  async isThere(id: string): Promise<boolean> {
    try {
      await this.bus.request(resolveKnowledgeBoxAccess, { body: { kbid: id } }, { principal: systemPrincipal });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return false;
      throw error;
    }
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<AgentDescription> {
    return this.agents.get(id, () => this.bus.request(describeAgent, { body: { id } }, { principal: systemPrincipal }));
  }
}
