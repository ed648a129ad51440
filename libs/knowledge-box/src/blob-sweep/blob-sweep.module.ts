import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { listBlobsOfAgents } from '@lectern/contracts/agents';
import { listBlobsOfActivity } from '@lectern/contracts/search';
import { listBlobsOfProcessing } from '@lectern/contracts/understanding';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { BlobSweepMetrics } from './blob-sweep-metrics';
import { BlobSweepHandlers } from './blob-sweep.handlers';
import { BlobSweepService } from './blob-sweep.service';
import { BlobSweepTask } from './blob-sweep.task';
import { UnnamedBlobs } from './unnamed-blobs';
import { NamedBlobsRepository } from './named-blobs.repository';

const bus = busFor({ calls: [listBlobsOfActivity, listBlobsOfAgents, listBlobsOfProcessing] });

/** Removal of unreferenced files. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, BlobStoreModule],
  controllers: [BlobSweepHandlers],
  providers: [NamedBlobsRepository, bus, BlobSweepMetrics, BlobSweepService, BlobSweepTask, UnnamedBlobs],
})
export class BlobSweepModule {}
