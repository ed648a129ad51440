import { Module } from '@nestjs/common';
import { AgentDirectoryModule } from '../agent/agent-directory.module';
import { InteractionModule } from '../interaction/interaction.module';
import { WorkflowModule } from '../workflow/workflow.module';
import { A2aHandlers } from './a2a.handlers';
import { AgentA2a } from './agent-a2a.service';
import { A2aTasks } from './a2a-tasks';

/** Servers of the A2A protocol, one for each agent. */
@Module({
  imports: [AgentDirectoryModule, InteractionModule, WorkflowModule],
  controllers: [A2aHandlers],
  providers: [AgentA2a, A2aTasks],
})
export class AgentA2aModule {}
