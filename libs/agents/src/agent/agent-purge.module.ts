import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { AgentPurgeHandlers } from './agent-purge.handlers';
import { AgentPurge } from './agent-purge';

/** The end of agents. */
@Module({ imports: [agentsDatabase], controllers: [AgentPurgeHandlers], providers: [AgentPurge] })
export class AgentPurgeModule {}
