import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { TaskHandlers } from './task.handlers';

/** Tasks of the service, listed and replayed. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule],
  controllers: [TaskHandlers],
})
export class TaskModule {}
