import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { BacklogCounts } from './backlog-counts';
import { ProcessingStatusHandlers } from './processing-status.handlers';
import { ProcessingStatusService } from './processing-status.service';

/** Resources that are not searchable yet. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule],
  controllers: [ProcessingStatusHandlers],
  providers: [BacklogCounts, ProcessingStatusService],
})
export class ProcessingStatusModule {}
