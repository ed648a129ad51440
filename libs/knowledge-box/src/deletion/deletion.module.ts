import { BlobStoreModule } from '@lectern/blob-store';
import { IndexingModule } from '@lectern/indexing';
import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { DeletionRemains } from './deletion-remains';
import { DeletionHandlers } from './deletion.handlers';
import { DeletionService } from './deletion.service';

/** Deletion receipts, and verification that nothing is left. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule, BlobStoreModule, IndexingModule],
  controllers: [DeletionHandlers],
  providers: [DeletionRemains, DeletionService],
})
export class DeletionModule {}
