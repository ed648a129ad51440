import { AccountBlocks } from '@lectern/knowledge-box-rows';
import { AddedMessages } from './puts/added-messages';
import { BlockedAccountListener } from './repair/blocked-account.listener';
import { BlockedFields } from './repair/blocked-fields';
import { BlockedProcessing } from './processing/blocked-processing';
import { BlockedRelease } from './repair/blocked-release';
import { ConversationReading } from './processing/conversation-reading';
import { EmbedResourceTask } from './tasks/embed-resource.task';
import { EmbeddingCheck } from './embedding/embedding-check';
import { FieldReading } from './processing/field-reading';
import { FieldUnderstanding } from './processing/field-understanding';
import { FilePurge } from './tasks/file-purge';
import { ExpiredWork } from './repair/expired-work';
import { GivenUpPuts } from './repair/given-up-puts';
import { IndexExtender } from './puts/index-extender';
import { IndexWriter } from './puts/index-writer';
import { IndexingProgress } from './puts/indexing-progress';
import { IngestQueue } from './queue/ingest-queue';
import { KnowledgeBoxPurge } from './tasks/knowledge-box-purge';
import { LongFields } from './puts/long-fields';
import { ParagraphEmbedder } from './embedding/paragraph-embedder';
import { ParagraphReader } from './puts/paragraph-reader';
import { MessageUnderstanding } from './processing/message-understanding';
import { PendingCheck } from './repair/pending-check';
import { PendingRepair } from './repair/pending-repair';
import { PendingSchedule } from './repair/pending-schedule';
import { ProcessFieldTask } from './tasks/process-field.task';
import { ProcessResourceTask } from './tasks/process-resource.task';
import { ProcessingRecorder } from './processing/processing-recorder';
import { PurgeTask } from './tasks/purge.task';
import { ReleaseBlockedTask } from './tasks/release-blocked.task';
import { ResourceIndexing } from './puts/resource-indexing';
import { ResourceLoader } from './processing/resource-loader';
import { UpdateIndexedResourceTask } from './tasks/update-indexed-resource.task';
import { VectorIndexing } from './embedding/vector-indexing';
import { VectorStore } from './embedding/vector-store';
import { VectorsetWriter } from './puts/vectorset-writer';

/** From a committed change into the indexes. */
export const ingestParts = {
  controllers: [BlockedAccountListener],
  providers: [
    AccountBlocks,
    AddedMessages,
    BlockedFields,
    BlockedProcessing,
    BlockedRelease,
    ConversationReading,
    MessageUnderstanding,
    EmbedResourceTask,
    EmbeddingCheck,
    FieldReading,
    FieldUnderstanding,
    FilePurge,
    ExpiredWork,
    GivenUpPuts,
    IndexExtender,
    IndexWriter,
    IndexingProgress,
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
    ReleaseBlockedTask,
    ResourceIndexing,
    ResourceLoader,
    UpdateIndexedResourceTask,
    VectorIndexing,
    VectorStore,
    VectorsetWriter,
  ],
};
