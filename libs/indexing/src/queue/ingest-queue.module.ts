import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { IngestQueue } from './ingest-queue';

/** The tasks of ingestion. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule],
  providers: [IngestQueue],
  exports: [IngestQueue],
})
export class IngestQueueModule {}
