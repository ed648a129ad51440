import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { TaskHandlers } from './task.handlers';

/** Tasks of the service, listed and replayed. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [TaskHandlers],
})
export class TaskModule {}
