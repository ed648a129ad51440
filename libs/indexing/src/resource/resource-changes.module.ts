import { busFor } from '@lectern/bus';
import { resourceProgressed } from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { IngestQueueModule } from '../queue/ingest-queue.module';
import { ResourceChanges } from './resource-changes';
import { WaitingFindings } from './waiting-findings';

const bus = busFor({ publishes: [resourceProgressed] });

/** The only way to change a resource. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule, IngestQueueModule],
  providers: [bus, ResourceChanges, WaitingFindings],
  exports: [ResourceChanges, WaitingFindings],
})
export class ResourceChangesModule {}
