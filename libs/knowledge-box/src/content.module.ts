import { BlobStoreModule } from '@lectern/blob-store';
import { KeywordIndexModule } from '@lectern/keyword-index';
import { SecretsModule } from '@lectern/secrets';
import { VectorIndexModule } from '@lectern/vector-index';
import { Module } from '@nestjs/common';
import { ChangeLogPruning } from './change/change-log-pruning';
import { ChangeLogRepository } from './change/change-log.repository';
import { FieldEnvelope } from './field/field-envelope';
import { FieldPartsRepository } from './field/field-parts.repository';
import { FieldContentRepository } from './field/field-content.repository';
import { FieldReader } from './field/field-reader';
import { FieldRemover } from './field/field-remover';
import { FieldWriter } from './field/field-writer';
import { FieldHandlers } from './field/field.handlers';
import { FieldRepository } from './field/field.repository';
import { PassageRepository } from './field/passage.repository';
import { LargeFields } from './field/large-fields';
import { UploadHandlers } from './field/upload.handlers';
import { UploadService } from './field/upload.service';
import { EmbedResourceTask } from './ingest/embed-resource.task';
import { EmbeddingCheck } from './ingest/embedding-check';
import { FieldReading } from './ingest/field-reading';
import { FieldUnderstanding } from './ingest/field-understanding';
import { GivenUpPuts } from './ingest/given-up-puts';
import { IndexWriter } from './ingest/index-writer';
import { IngestQueue } from './ingest/ingest-queue';
import { KnowledgeBoxRemains } from './ingest/knowledge-box-remains';
import { LongFields } from './ingest/long-fields';
import { ParagraphReader } from './ingest/paragraph-reader';
import { PendingCheck } from './ingest/pending-check';
import { PendingRepair } from './ingest/pending-repair';
import { PendingSchedule } from './ingest/pending-schedule';
import { ProcessFieldTask } from './ingest/process-field.task';
import { ProcessResourceTask } from './ingest/process-resource.task';
import { ProcessingRecorder } from './ingest/processing-recorder';
import { ParagraphEmbedder } from './ingest/paragraph-embedder';
import { PurgeTask } from './ingest/purge.task';
import { ResourceIndexing } from './ingest/resource-indexing';
import { ResourceLoader } from './ingest/resource-loader';
import { UpdateIndexedResourceTask } from './ingest/update-indexed-resource.task';
import { VectorIndexing } from './ingest/vector-indexing';
import { VectorStore } from './ingest/vector-store';
import { KnowledgeBoxCatalogModule } from './knowledge-box/knowledge-box-catalog.module';
import { knowledgeBoxDatabase } from './knowledge-box.database';
import { Backlog } from './processing/backlog';
import { ProcessingStatusHandlers } from './processing/processing-status.handlers';
import { ProcessingStatusService } from './processing/processing-status.service';
import { WaitingResourceRepository } from './processing/waiting-resource.repository';
import { IndexRunHandlers } from './rebuild/index-run.handlers';
import { rebuildProviders } from './rebuild/rebuild-providers';
import { ResourceChanges } from './resource/resource-changes';
import { ResourceReader } from './resource/resource-reader';
import { ResourceRemover } from './resource/resource-remover';
import { ResourceReprocessor } from './resource/resource-reprocessor';
import { ResourceWriter } from './resource/resource-writer';
import { ResourceHandlers } from './resource/resource.handlers';
import { ResourceRepository } from './resource/resource.repository';
import { WaitingFindings } from './resource/waiting-findings';
import { TaskHandlers } from './task/task.handlers';
import { EmbeddingModels } from './vectorset/embedding-models';
import { RetrievalSettingsHandlers } from './vectorset/retrieval-settings';
import { UnembeddedFieldRepository } from './vectorset/unembedded-field.repository';
import { VectorsetRepository } from './vectorset/vectorset.repository';

/** Resources, their fields, and the way from a committed change into the indexes. */
@Module({
  imports: [
    BlobStoreModule,
    KeywordIndexModule.forRoot({ role: 'writer' }),
    VectorIndexModule.forRoot({ role: 'writer' }),
    SecretsModule,
    KnowledgeBoxCatalogModule,
    knowledgeBoxDatabase,
  ],
  controllers: [
    FieldHandlers,
    IndexRunHandlers,
    ProcessingStatusHandlers,
    ResourceHandlers,
    RetrievalSettingsHandlers,
    TaskHandlers,
    UploadHandlers,
  ],
  providers: [
    Backlog,
    ChangeLogPruning,
    ChangeLogRepository,
    EmbedResourceTask,
    EmbeddingCheck,
    EmbeddingModels,
    FieldContentRepository,
    FieldEnvelope,
    FieldPartsRepository,
    FieldReader,
    FieldReading,
    FieldRemover,
    FieldRepository,
    FieldUnderstanding,
    FieldWriter,
    GivenUpPuts,
    IndexWriter,
    IngestQueue,
    KnowledgeBoxRemains,
    LargeFields,
    LongFields,
    ParagraphEmbedder,
    ParagraphReader,
    PassageRepository,
    PendingCheck,
    PendingRepair,
    PendingSchedule,
    ProcessFieldTask,
    ProcessResourceTask,
    ProcessingRecorder,
    ProcessingStatusService,
    PurgeTask,
    ResourceChanges,
    ResourceIndexing,
    ResourceLoader,
    ResourceReader,
    ResourceRemover,
    ResourceReprocessor,
    ResourceRepository,
    ResourceWriter,
    UnembeddedFieldRepository,
    UpdateIndexedResourceTask,
    UploadService,
    VectorIndexing,
    VectorStore,
    VectorsetRepository,
    WaitingFindings,
    WaitingResourceRepository,
    ...rebuildProviders,
  ],
})
export class ContentModule {}
