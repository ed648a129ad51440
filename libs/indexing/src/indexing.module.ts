import { CountersModule } from './counters/counters.module';
import { EmbeddingModule } from './embedding/embedding.module';
import { FieldProcessingModule } from './processing/field-processing.module';
import { IndexPutsModule } from './puts/index-puts.module';
import { IngestQueueModule } from './queue/ingest-queue.module';
import { IndexRunModule } from './rebuild/index-run.module';
import { RepairModule } from './repair/repair.module';
import { ResourceChangesModule } from './resource/resource-changes.module';
import { IngestTasksModule } from './tasks/ingest-tasks.module';
import { VectorsetModule } from './vectorset/vectorset.module';
import { Module } from '@nestjs/common';

/** Brings committed changes into the indexes. Requires `BusModule`. */
@Module({
  imports: [
    CountersModule,
    EmbeddingModule,
    FieldProcessingModule,
    IndexPutsModule,
    IngestQueueModule,
    IndexRunModule,
    RepairModule,
    ResourceChangesModule,
    IngestTasksModule,
    VectorsetModule,
  ],
  exports: [IndexPutsModule, IndexRunModule, IngestQueueModule, ResourceChangesModule],
})
export class IndexingModule {}
