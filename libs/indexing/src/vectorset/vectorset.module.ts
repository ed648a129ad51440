import { busFor } from '@lectern/bus';
import { knowledgeBoxChanged } from '@lectern/contracts/knowledge-box';
import { describeBoxEmbedders, describeModels } from '@lectern/contracts/understanding';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { IndexRunModule } from '../rebuild/index-run.module';
import { vectorIndexes } from '../index-engines';
import { IngestQueueModule } from '../queue/ingest-queue.module';
import { EmbedderMoves } from './embedder-move';
import { FillVectorsetTask } from './fill-vectorset.task';
import { PurgeVectorsetTask } from './purge-vectorset.task';
import { RetrievalSettingsHandlers } from './retrieval-settings';
import { VectorsetEmbedders } from './vectorset-embedders';
import { VectorsetMoves } from './vectorset-moves';
import { VectorsetReader } from './vectorset-reader';
import { VectorsetReadiness } from './vectorset-readiness';
import { VectorsetHandlers } from './vectorset.handlers';
import { VectorsetService } from './vectorset.service';

const bus = busFor({ calls: [describeBoxEmbedders, describeModels], publishes: [knowledgeBoxChanged] });

/** Vectorsets of boxes and their embedders. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, IndexRunModule, vectorIndexes, IngestQueueModule],
  controllers: [RetrievalSettingsHandlers, VectorsetHandlers],
  providers: [
    bus,
    EmbedderMoves,
    FillVectorsetTask,
    PurgeVectorsetTask,
    VectorsetEmbedders,
    VectorsetMoves,
    VectorsetReader,
    VectorsetReadiness,
    VectorsetService,
  ],
  exports: [VectorsetEmbedders],
})
export class VectorsetModule {}
