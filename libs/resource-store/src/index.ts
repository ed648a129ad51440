export { boxTables } from './box-tables';
export { AccountBlocks } from './account-block/account-blocks';
export { SpentLimits } from './account-block/spent-limits';
export { AccountBlockRepository } from './account-block/account-block.repository';
export { type Addition, BoxStock, type StockLimits } from './box-stock/box-stock';
export { messageBytes, storedBytes } from './box-stock/stored-bytes';
export { AccountUseRepository, type LimitedUse, type UseOwner } from './account-use/account-use.repository';
export {
  type AfterPut,
  ChangeLogRepository,
  type LoggedChange,
  type PutResource,
} from './change/change-log.repository';
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
} from './field/new-conversation';
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
export { EntityRenames, keptRenames } from './entity-name/entity-renames';
export {
  keepEntityRenames,
  findEntityRenames,
  noteEntitiesRenamed,
  readEntityRenames,
  withRenamedEntities,
} from './entity-name/kept-renames';
export { renameEntitiesOfFields } from './entity-name/renamed-fields';
export { replaceResourceEdges } from './graph/graph-edge-writes';
export { foldedValue } from './graph/folded-value';
export { ResourceStoreModule } from './resource-store.module';
export { knowledgeBoxDatabase, knowledgeBoxSchema, knowledgeBoxSealed } from './knowledge-box.database';
export { KnowledgeBoxEntity } from './knowledge-box/knowledge-box.entity';
export { aliveSince, isReadSql, RunningExports } from './knowledge-box/running-exports';
export { KnowledgeBoxRepository, type OwnedBox, unknownKnowledgeBox } from './knowledge-box/knowledge-box.repository';
export { ResourceEntity } from './resource/resource.entity';
export { isVisibleTo, type ResourceLocation, ResourceRepository } from './resource/resource.repository';
export { fitsTogether, type NewTexts, type UnderstoodTexts } from './resource/new-texts';
export type { ResourceViewSql } from './resource/resource-view-statements.sql';
export { type ListedFields, type ResourceView, ResourceViewRepository } from './resource/resource-view.repository';
export { type WaitingResource, WaitingResourceRepository } from './resource/waiting-resource.repository';
export { isUnembeddedSql, UnembeddedFieldRepository } from './vectorset/unembedded-field.repository';
export { VectorsetContentRepository } from './vectorset/vectorset-content.repository';
export type { VectorsetEntity } from './vectorset/vectorset.entity';
export { insertVectorsets, type NewVectorset, VectorsetRepository } from './vectorset/vectorset.repository';
export { classificationPath, resourceLabels, withoutExtension } from './resource/resource-columns';
export type { PageOfMessages } from './conversation/conversation.repository';
export { genericsSql, storeExtractedSql } from './field/field-statements.sql';
export { visibleSql } from './resource/resource.repository';
export { ChangeEntity } from './change/change.entity';
export { holdBox } from './knowledge-box/hold-box';
