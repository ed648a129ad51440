import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { WorkflowModule } from '../workflow/workflow.module';
import { AgentModuleEntity } from './agent-module.entity';
import { AgentModuleHandlers } from './agent-module.handlers';
import { AgentModuleRepository } from './agent-module.repository';
import { AgentModuleService } from './agent-module.service';
import { WorkflowRemoval } from './workflow-removal';

/** Modules of workflows, as they are configured. */
@Module({
  imports: [agentsDatabase, WorkflowModule],
  controllers: [AgentModuleHandlers],
  providers: [rowsOf(AgentModuleEntity), AgentModuleRepository, AgentModuleService, WorkflowRemoval],
  exports: [AgentModuleRepository],
})
export class AgentModuleModule {}
