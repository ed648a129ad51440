import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { AccountBlockEntity } from './account-block/account-block.entity';
import { AccountBlockRepository } from './account-block/account-block.repository';
import { NamedBlobsRepository } from './blob/named-blobs.repository';
import { CatalogRepository } from './catalog/catalog.repository';
import { ChangeLogRepository } from './change/change-log.repository';
import { ChangeEntity, ChangeFloorEntity } from './change/change.entity';
import { ConversationMessageEntity } from './conversation/conversation-message.entity';
import { ConversationRepository } from './conversation/conversation.repository';
import { DeletionReceiptEntity } from './deletion/deletion-receipt.entity';
import { DeletionReceiptRepository } from './deletion/deletion-receipt.repository';
import { ResourceRowCount } from './deletion/resource-row-count';
import { FieldContentRepository } from './field/field-content.repository';
import { FieldEnvelope } from './field/field-envelope';
import { FieldPartsRepository } from './field/field-parts.repository';
import {
  ExtractedFieldEntity,
  FieldEntity,
  FieldPartEntity,
  FieldVectorsEntity,
  UnembeddedFieldEntity,
} from './field/field.entity';
import { FieldRepository } from './field/field.repository';
import { PassageRepository } from './field/passage.repository';
import { EntityNamesRepository } from './graph/entity-names.repository';
import { EntityRelationsRepository } from './graph/entity-relations.repository';
import { GraphEdgeEntity } from './graph/graph-edge.entity';
import { GraphNamesRepository } from './graph/graph-names.repository';
import { GraphRepository } from './graph/graph.repository';
import { IndexCensusRepository } from './index-run/index-census.repository';
import { IndexDifferenceRepository } from './index-run/index-difference.repository';
import { IndexCensusEntity, IndexDifferenceEntity, IndexRunEntity } from './index-run/index-run.entity';
import { IndexRunRepository } from './index-run/index-run.repository';
import { KnowledgeBoxEntity } from './knowledge-box/knowledge-box.entity';
import { KnowledgeBoxRepository } from './knowledge-box/knowledge-box.repository';
import { KeyValueRepository } from './kv-schema/key-value.repository';
import { KvSchemaEntity } from './kv-schema/kv-schema.entity';
import { KvSchemaRepository } from './kv-schema/kv-schema.repository';
import { ContentCountRepository } from './resource/content-count.repository';
import { ResourceAccessRepository } from './resource/resource-access.repository';
import { ResourceViewRepository } from './resource/resource-view.repository';
import { ResourceEntity } from './resource/resource.entity';
import { ResourceRepository } from './resource/resource.repository';
import { WaitingResourceRepository } from './resource/waiting-resource.repository';
import { SearchConfigurationEntity } from './search-configuration/search-configuration.entity';
import { SearchConfigurationRepository } from './search-configuration/search-configuration.repository';
import { BackupEntity } from './transfer/backup.entity';
import { BackupRepository } from './transfer/backup.repository';
import { ExportEntity } from './transfer/export.entity';
import { ExportRepository } from './transfer/export.repository';
import { ImportEntity } from './transfer/import.entity';
import { ImportRepository } from './transfer/import.repository';
import { TransferContentRepository } from './transfer/transfer-content.repository';
import { TransferConversationRepository } from './transfer/transfer-conversation.repository';
import { TusPartEntity, TusUploadEntity } from './upload/tus-upload.entity';
import { TusUploadRepository } from './upload/tus-upload.repository';
import { UnembeddedFieldRepository } from './vectorset/unembedded-field.repository';
import { VectorsetContentRepository } from './vectorset/vectorset-content.repository';
import { VectorsetEntity } from './vectorset/vectorset.entity';
import { VectorsetRepository } from './vectorset/vectorset.repository';
import { CustomSynonymsEntity } from './vocabulary/custom-synonyms.entity';
import { EntityRepository } from './vocabulary/entity.repository';
import { LabelsetEntity } from './vocabulary/labelset.entity';
import { LabelsetRepository } from './vocabulary/labelset.repository';
import { SynonymsRepository } from './vocabulary/synonyms.repository';
import { knowledgeBoxDatabase } from './knowledge-box.database';

const rows = rowsOf(
  AccountBlockEntity,
  BackupEntity,
  ChangeEntity,
  ChangeFloorEntity,
  ConversationMessageEntity,
  CustomSynonymsEntity,
  DeletionReceiptEntity,
  ExportEntity,
  ExtractedFieldEntity,
  FieldEntity,
  FieldPartEntity,
  FieldVectorsEntity,
  GraphEdgeEntity,
  ImportEntity,
  IndexCensusEntity,
  IndexDifferenceEntity,
  IndexRunEntity,
  KnowledgeBoxEntity,
  KvSchemaEntity,
  LabelsetEntity,
  ResourceEntity,
  SearchConfigurationEntity,
  TusPartEntity,
  TusUploadEntity,
  UnembeddedFieldEntity,
  VectorsetEntity,
);

const repositories = [
  AccountBlockRepository,
  BackupRepository,
  CatalogRepository,
  ChangeLogRepository,
  ContentCountRepository,
  ConversationRepository,
  DeletionReceiptRepository,
  EntityNamesRepository,
  EntityRelationsRepository,
  EntityRepository,
  ExportRepository,
  FieldContentRepository,
  FieldEnvelope,
  FieldPartsRepository,
  FieldRepository,
  GraphNamesRepository,
  GraphRepository,
  ImportRepository,
  IndexCensusRepository,
  IndexDifferenceRepository,
  IndexRunRepository,
  KeyValueRepository,
  KnowledgeBoxRepository,
  KvSchemaRepository,
  LabelsetRepository,
  NamedBlobsRepository,
  PassageRepository,
  ResourceAccessRepository,
  ResourceRepository,
  ResourceRowCount,
  ResourceViewRepository,
  SearchConfigurationRepository,
  SynonymsRepository,
  TransferContentRepository,
  TransferConversationRepository,
  TusUploadRepository,
  UnembeddedFieldRepository,
  VectorsetContentRepository,
  VectorsetRepository,
  WaitingResourceRepository,
];

/** Reads and writes the rows that the libraries of the service share. */
@Module({
  imports: [knowledgeBoxDatabase, SecretsModule],
  providers: [rows, ...repositories],
  exports: repositories,
})
export class ResourceStoreModule {}
