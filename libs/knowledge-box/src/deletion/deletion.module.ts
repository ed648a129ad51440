import { BlobStoreModule } from '@lectern/blob-store';
import { IndexingModule } from '@lectern/indexing';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { DeletionRemains } from './deletion-remains';
import { DeletionHandlers } from './deletion.handlers';
import { DeletionService } from './deletion.service';

/** Deletion receipts, and verification that nothing is left. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, BlobStoreModule, IndexingModule],
  controllers: [DeletionHandlers],
  providers: [DeletionRemains, DeletionService],
})
export class DeletionModule {}
