export { boxTables } from './box-tables';
export { AccountBlocks } from './account-block/account-blocks';
export { AccountBlockRepository } from './account-block/account-block.repository';
export { NamedBlobsRepository } from './blob/named-blobs.repository';
export {
  type BoxState,
  type CatalogConditions,
  type CatalogPage,
  CatalogRepository,
  type CountedPrefix,
  type LabelCount,
} from './catalog/catalog.repository';
export {
  type AccessSnapshot,
  CHANGED_MAX,
  type ResourceAccess,
  ResourceAccessRepository,
} from './resource/resource-access.repository';
export {
  type AfterPut,
  ChangeLogRepository,
  type LoggedChange,
  type PutResource,
} from './change/change-log.repository';
export { DeletionReceiptEntity } from './deletion/deletion-receipt.entity';
export { DeletionReceiptRepository } from './deletion/deletion-receipt.repository';
export { ResourceRowCount } from './deletion/resource-row-count';
export { ConversationMessageEntity } from './conversation/conversation-message.entity';
export {
  type ConversationKey,
  ConversationRepository,
  type MessageNote,
  type UnindexedMessage,
  type EndedMessage,
  type MessageHead,
  type NamedMessage,
  type PendingMessage,
} from './conversation/conversation.repository';
export {
  checkFormats,
  checkIdents,
  checkMessageCount,
  conversationValue,
  newConversationField,
} from './conversation/new-conversation';
export { newMessage, type NewMessage, type StoredAttachment } from './conversation/new-message';
export { fieldOfSplit, identOfSplit, splitId } from './conversation/split';
export {
  type ExtractedHead,
  FieldContentRepository,
  type FieldHead,
  type FieldRows,
  type FieldsOfResource,
  type FieldsOfResources,
  type FieldVersion,
  type SplitRows,
  type WantedContent,
} from './field/field-content.repository';
export {
  keysOfPictures,
  newPicturesFolder,
  pictureLink,
  pictureNamed,
  picturesPrefix,
  ROWS,
  ROWS_BYTES_MAX,
  STRUCTURES,
  STRUCTURES_BYTES_MAX,
} from './field/pictures';
export { FieldEnvelope } from './field/field-envelope';
export { FieldPartsRepository, type FieldVersionKey, type KeptParts } from './field/field-parts.repository';
export { ExtractedFieldEntity, FieldEntity, FieldVectorsEntity } from './field/field.entity';
export {
  type EmbeddedField,
  type FieldKey,
  type FieldOutcomeRow,
  FieldRepository,
  type FieldState,
  type LearnedFromField,
} from './field/field.repository';
export {
  type FileDescription,
  isProcessable,
  isProcessed,
  type NewField,
  newFileField,
  newKeyValueField,
  newLinkField,
  newTextField,
  strategiesIn,
  type SealedField,
} from './field/new-fields';
export {
  type FieldToEmbed,
  type PassageRange,
  PassageRepository,
  type Passages,
  type ResourceToEmbed,
} from './field/passage.repository';
export { nextCount } from './field/portion-size';
export { bytesOf, floatsOf } from './field/vector-bytes';
export {
  missingParts,
  neighbours,
  PARAGRAPHS_PER_PART,
  partRange,
  type PartRange,
  partsOf,
} from './field/vector-parts';
export {
  fieldOfThumbnail,
  isOwnPreview,
  isOwnThumbnail,
  LINK_IMAGE,
  type PicturedField,
  PREVIEW,
  THUMBNAIL,
  thumbnailNames,
  thumbnailUri,
} from './field/thumbnail';
export { EntityNamesRepository, type MentionedName, type NamesOfResource } from './graph/entity-names.repository';
export { EntityRelationsRepository } from './graph/entity-relations.repository';
export { replaceResourceEdges } from './graph/graph-edge-writes';
export { foldedValue } from './graph/folded-value';
export { FUZZY_CHARS_MIN } from './graph/fuzzy-pattern';
export { EDGES_MAX, GraphNamesRepository, NAMES_MAX } from './graph/graph-names.repository';
export { GraphRepository } from './graph/graph.repository';
export { IndexCensusRepository } from './index-run/index-census.repository';
export { IndexDifferenceRepository, type NewDifference } from './index-run/index-difference.repository';
export { droppedIn, type HeldResource, type IndexEntry, IndexRunEntity } from './index-run/index-run.entity';
export {
  type FillingRun,
  IndexRunRepository,
  listBoxIds,
  type RequestedRun,
  type RunTotals,
} from './index-run/index-run.repository';
export { ResourceStoreModule } from './resource-store.module';
export { knowledgeBoxDatabase, knowledgeBoxSchema } from './knowledge-box.database';
export { KnowledgeBoxEntity } from './knowledge-box/knowledge-box.entity';
export { KeyValueRepository } from './kv-schema/key-value.repository';
export { KnowledgeBoxRepository, type OwnedBox, unknownKnowledgeBox } from './knowledge-box/knowledge-box.repository';
export { KvSchemaEntity } from './kv-schema/kv-schema.entity';
export { type KvSchemaKey, KvSchemaRepository } from './kv-schema/kv-schema.repository';
export { type ContentCount, ContentCountRepository } from './resource/content-count.repository';
export { ResourceEntity } from './resource/resource.entity';
export { isVisibleTo, type ResourceLocation, ResourceRepository } from './resource/resource.repository';
export { fitsTogether, type NewTexts, type UnderstoodTexts } from './resource/new-texts';
export type { ResourceViewSql } from './resource/resource-view-statements.sql';
export { type ListedFields, type ResourceView, ResourceViewRepository } from './resource/resource-view.repository';
export { type WaitingResource, WaitingResourceRepository } from './resource/waiting-resource.repository';
export { SearchConfigurationEntity } from './search-configuration/search-configuration.entity';
export { SearchConfigurationRepository } from './search-configuration/search-configuration.repository';
export { BackupEntity } from './transfer/backup.entity';
export { type BackupKey, BackupRepository } from './transfer/backup.repository';
export { ExportEntity } from './transfer/export.entity';
export { ExportRepository, type TransferKey } from './transfer/export.repository';
export { type ImportCaller, ImportEntity } from './transfer/import.entity';
export { type ImportProgress, ImportRepository, type ImportStep } from './transfer/import.repository';
export { type StoredField, TransferContentRepository } from './transfer/transfer-content.repository';
export {
  type StoredMessage,
  TransferConversationRepository,
  type WholeMessageHead,
} from './transfer/transfer-conversation.repository';
export { TusUploadEntity } from './upload/tus-upload.entity';
export { type TusUploadKey, TusUploadRepository } from './upload/tus-upload.repository';
export { isUnembeddedSql, UnembeddedFieldRepository } from './vectorset/unembedded-field.repository';
export { VectorsetContentRepository } from './vectorset/vectorset-content.repository';
export type { VectorsetEntity } from './vectorset/vectorset.entity';
export { insertVectorsets, type NewVectorset, VectorsetRepository } from './vectorset/vectorset.repository';
export { CustomSynonymsEntity } from './vocabulary/custom-synonyms.entity';
export { EntityRepository } from './vocabulary/entity.repository';
export { LabelsetEntity } from './vocabulary/labelset.entity';
export { LabelsetRepository } from './vocabulary/labelset.repository';
export { SynonymsRepository } from './vocabulary/synonyms.repository';
export { classificationPath, resourceLabels } from './resource/resource-columns';
export { withoutExtension } from './resource/resource-columns';
