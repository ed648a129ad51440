import { builtDescription } from '@lectern/config';
import type { AgentSchema, FullAgentSchema } from '@lectern/contracts/agents';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { AgentSchemas } from './agent-schemas';

/** Describes what agents can be made of. */
@Injectable()
export class AgentSchemaService {
  private made: { readonly types: AgentSchema; readonly full: FullAgentSchema } | undefined;

  constructor(private readonly agents: AgentDirectory) {}

  /** @throws AppError `not_found` */
  async types(agent: string): Promise<AgentSchema> {
    await this.agents.get(agent);
    return this.all.types;
  }

  /** @throws AppError `not_found` */
  async full(agent: string): Promise<FullAgentSchema> {
    await this.agents.get(agent);
    return this.all.full;
  }

  /** Made with the first call. */
  private get all() {
    if (this.made) return this.made;
    const schemas = new AgentSchemas(builtDescription().comments);
    this.made = { types: schemas.types(), full: { schema: schemas.full() } };
    return this.made;
  }
}
