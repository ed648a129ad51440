import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { IngestQueue } from './ingest-queue';

/** The tasks of ingestion. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  providers: [IngestQueue],
  exports: [IngestQueue],
})
export class IngestQueueModule {}
