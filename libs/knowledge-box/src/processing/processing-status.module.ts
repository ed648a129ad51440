import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { BacklogCounts } from './backlog-counts';
import { ProcessingStatusHandlers } from './processing-status.handlers';
import { ProcessingStatusService } from './processing-status.service';

/** Resources that are not searchable yet. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [ProcessingStatusHandlers],
  providers: [BacklogCounts, ProcessingStatusService],
})
export class ProcessingStatusModule {}
