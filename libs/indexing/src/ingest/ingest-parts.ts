import { EmbedResourceTask } from './embed-resource.task';
import { EmbeddingCheck } from './embedding-check';
import { FieldReading } from './field-reading';
import { FieldUnderstanding } from './field-understanding';
import { GivenUpPuts } from './given-up-puts';
import { IndexWriter } from './index-writer';
import { IngestQueue } from './ingest-queue';
import { KnowledgeBoxPurge } from './knowledge-box-purge';
import { LongFields } from './long-fields';
import { ParagraphEmbedder } from './paragraph-embedder';
import { ParagraphReader } from './paragraph-reader';
import { PendingCheck } from './pending-check';
import { PendingRepair } from './pending-repair';
import { PendingSchedule } from './pending-schedule';
import { ProcessFieldTask } from './process-field.task';
import { ProcessResourceTask } from './process-resource.task';
import { ProcessingRecorder } from './processing-recorder';
import { PurgeTask } from './purge.task';
import { ResourceIndexing } from './resource-indexing';
import { ResourceLoader } from './resource-loader';
import { UpdateIndexedResourceTask } from './update-indexed-resource.task';
import { VectorIndexing } from './vector-indexing';
import { VectorStore } from './vector-store';

/** From a committed change into the indexes. */
export const ingestParts = {
  providers: [
    EmbedResourceTask,
    EmbeddingCheck,
    FieldReading,
    FieldUnderstanding,
    GivenUpPuts,
    IndexWriter,
    IngestQueue,
    KnowledgeBoxPurge,
    LongFields,
    ParagraphEmbedder,
    ParagraphReader,
    PendingCheck,
    PendingRepair,
    PendingSchedule,
    ProcessFieldTask,
    ProcessResourceTask,
    ProcessingRecorder,
    PurgeTask,
    ResourceIndexing,
    ResourceLoader,
    UpdateIndexedResourceTask,
    VectorIndexing,
    VectorStore,
  ],
};
