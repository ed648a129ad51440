import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { WorkflowModule } from '../workflow/workflow.module';
import { AgentModuleEntity } from './agent-module.entity';
import { AgentModuleHandlers } from './agent-module.handlers';
import { AgentModuleRepository } from './agent-module.repository';
import { AgentModuleService } from './agent-module.service';
import { ModuleSeals } from './module-seals';
import { WorkflowRemoval } from './workflow-removal';

/** Modules of workflows, as they are configured. */
@Module({
  imports: [agentsDatabase, SecretsModule, WorkflowModule],
  controllers: [AgentModuleHandlers],
  providers: [rowsOf(AgentModuleEntity), AgentModuleRepository, AgentModuleService, ModuleSeals, WorkflowRemoval],
  exports: [AgentModuleRepository, ModuleSeals],
})
export class AgentModuleModule {}
