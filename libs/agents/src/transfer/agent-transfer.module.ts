import { BlobStoreModule } from '@lectern/blob-store';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { DriverModule } from '../driver/driver.module';
import { AgentModuleModule } from '../module/agent-module.module';
import { PromptModule } from '../prompt/prompt.module';
import { WorkflowModule } from '../workflow/workflow.module';
import { AgentImportHandlers } from './agent-import.handlers';
import { AgentImportService } from './agent-import.service';
import { ExportedAgent } from './exported-agent';
import { ImportWriter } from './import-writer';

/** Agents as files. */
@Module({
  imports: [agentsDatabase, BlobStoreModule, DriverModule, AgentModuleModule, PromptModule, WorkflowModule],
  controllers: [AgentImportHandlers],
  providers: [AgentImportService, ExportedAgent, ImportWriter],
  exports: [ExportedAgent],
})
export class AgentTransferModule {}
