import { busFor } from '@lectern/bus';
import { resourceProgressed } from '@lectern/contracts/knowledge-box';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { IngestQueueModule } from '../queue/ingest-queue.module';
import { ResourceChanges } from './resource-changes';
import { WaitingFindings } from './waiting-findings';

const bus = busFor({ publishes: [resourceProgressed] });

/** The only way to change a resource. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, IngestQueueModule],
  providers: [bus, ResourceChanges, WaitingFindings],
  exports: [ResourceChanges, WaitingFindings],
})
export class ResourceChangesModule {}
