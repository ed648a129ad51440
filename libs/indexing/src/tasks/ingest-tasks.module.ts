import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { purgeAgent } from '@lectern/contracts/agents';
import { purgeActivity } from '@lectern/contracts/search';
import { purgeBoxConfiguration } from '@lectern/contracts/understanding';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { DeletionReceiptModule } from '../deletion/deletion-receipt.module';
import { keywordIndexes, vectorIndexes } from '../index-engines';
import { EmbeddingModule } from '../embedding/embedding.module';
import { FieldProcessingModule } from '../processing/field-processing.module';
import { IndexPutsModule } from '../puts/index-puts.module';
import { IngestQueueModule } from '../queue/ingest-queue.module';
import { RepairModule } from '../repair/repair.module';
import { VectorsetModule } from '../vectorset/vectorset.module';
import { EmbedResourceTask } from './embed-resource.task';
import { FilePurge } from './file-purge';
import { KnowledgeBoxPurge } from './knowledge-box-purge';
import { ProcessFieldTask } from './process-field.task';
import { ProcessResourceTask } from './process-resource.task';
import { PurgeTask } from './purge.task';
import { ReleaseBlockedTask } from './release-blocked.task';
import { UpdateIndexedResourceTask } from './update-indexed-resource.task';

const bus = busFor({ calls: [purgeActivity, purgeAgent, purgeBoxConfiguration] });

/** The tasks that bring committed changes into the indexes. */
@Module({
  imports: [
    knowledgeBoxDatabase,
    ResourceStoreModule,
    DeletionReceiptModule,
    BlobStoreModule,
    keywordIndexes,
    vectorIndexes,
    EmbeddingModule,
    FieldProcessingModule,
    IndexPutsModule,
    IngestQueueModule,
    RepairModule,
    VectorsetModule,
  ],
  providers: [
    bus,
    EmbedResourceTask,
    FilePurge,
    KnowledgeBoxPurge,
    ProcessFieldTask,
    ProcessResourceTask,
    PurgeTask,
    ReleaseBlockedTask,
    UpdateIndexedResourceTask,
  ],
})
export class IngestTasksModule {}
