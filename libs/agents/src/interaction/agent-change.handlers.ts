import { On } from '@lectern/bus';
import { knowledgeBoxChanged } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { OwnInteractions } from './own-interactions';

/** Follows changes of agents, whose memories are knowledge boxes. */
@Controller()
export class AgentChangeHandlers {
  constructor(
    private readonly agents: AgentDirectory,
    private readonly own: OwnInteractions,
  ) {}

  /** Ends the interactions of an agent, or of a knowledge box, that was deleted. */
  @On(knowledgeBoxChanged)
  async changed({ kbid: agent }: { readonly kbid: string }): Promise<void> {
    this.agents.invalidate(agent);
    if (!this.own.has(agent)) return;
    if (!(await this.agents.isThere(agent))) this.own.endOf(agent);
  }
}
