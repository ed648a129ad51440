import { Module } from '@nestjs/common';
import { AgentDirectoryModule } from '../agent/agent-directory.module';
import { InteractionModule } from '../interaction/interaction.module';
import { WorkflowModule } from '../workflow/workflow.module';
import { A2aHandlers } from './a2a.handlers';
import { AgentA2a } from './agent-a2a.service';
import { AgentTasks } from './agent-tasks';

/** Servers of the A2A protocol, one for each agent. */
@Module({
  imports: [AgentDirectoryModule, InteractionModule, WorkflowModule],
  controllers: [A2aHandlers],
  providers: [AgentA2a, AgentTasks],
})
export class AgentA2aModule {}
