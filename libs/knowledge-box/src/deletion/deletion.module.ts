import { BlobStoreModule } from '@lectern/blob-store';
import { IndexingModule, DeletionReceiptModule } from '@lectern/indexing';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { DeletionRemains } from './deletion-remains';
import { DeletionHandlers } from './deletion.handlers';
import { DeletionService } from './deletion.service';
import { ResourceRowCount } from './resource-row-count';

/** Deletion receipts, and verification that nothing is left. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, DeletionReceiptModule, BlobStoreModule, IndexingModule],
  controllers: [DeletionHandlers],
  providers: [ResourceRowCount, DeletionRemains, DeletionService],
  exports: [ResourceRowCount],
})
export class DeletionModule {}
