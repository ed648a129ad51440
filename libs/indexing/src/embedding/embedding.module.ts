import { busFor } from '@lectern/bus';
import { embedTexts } from '@lectern/contracts/understanding';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { FieldProcessingModule } from '../processing/field-processing.module';
import { IndexPutsModule } from '../puts/index-puts.module';
import { IngestQueueModule } from '../queue/ingest-queue.module';
import { EmbeddingCheck } from './embedding-check';
import { ParagraphEmbedder } from './paragraph-embedder';
import { VectorIndexing } from './vector-indexing';
import { VectorStore } from './vector-store';

const bus = busFor({ calls: [embedTexts] });

/** Embedding of paragraphs. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, FieldProcessingModule, IndexPutsModule, IngestQueueModule],
  providers: [bus, EmbeddingCheck, ParagraphEmbedder, VectorIndexing, VectorStore],
  exports: [ParagraphEmbedder, VectorIndexing, VectorStore],
})
export class EmbeddingModule {}
