import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { WorkflowEntity } from './workflow.entity';
import { WorkflowHandlers } from './workflow.handlers';
import { WorkflowRepository } from './workflow.repository';
import { WorkflowService } from './workflow.service';

/** Workflows of agents. */
@Module({
  imports: [agentsDatabase],
  controllers: [WorkflowHandlers],
  providers: [rowsOf(WorkflowEntity), WorkflowRepository, WorkflowService],
  exports: [WorkflowRepository, WorkflowService],
})
export class WorkflowModule {}
