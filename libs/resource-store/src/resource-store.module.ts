import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { AccountBlockEntity } from './account-block/account-block.entity';
import { AccountBlockRepository } from './account-block/account-block.repository';
import { AccountUseEntity } from './account-use/account-use.entity';
import { AccountUseRepository } from './account-use/account-use.repository';
import { BoxStockEntity } from './box-stock/box-stock.entity';
import { ChangeLogRepository } from './change/change-log.repository';
import { ChangeEntity, ChangeFloorEntity } from './change/change.entity';
import { ConversationMessageEntity } from './conversation/conversation-message.entity';
import { ConversationRepository } from './conversation/conversation.repository';
import { FieldContentRepository } from './field/field-content.repository';
import { FieldEnvelope } from './field/field-envelope';
import { FieldPartsRepository } from './field/field-parts.repository';
import { RenamedEntitiesEntity } from './entity-name/renamed-entities.entity';
import {
  ExtractedFieldEntity,
  FieldEntity,
  FieldPartEntity,
  FieldVectorsEntity,
  UnembeddedFieldEntity,
} from './field/field.entity';
import { FieldRepository } from './field/field.repository';
import { PassageRepository } from './field/passage.repository';
import { GraphEdgeEntity } from './graph/graph-edge.entity';
import { KnowledgeBoxEntity } from './knowledge-box/knowledge-box.entity';
import { KnowledgeBoxRepository } from './knowledge-box/knowledge-box.repository';
import { RunningExports } from './knowledge-box/running-exports';
import { ResourceViewRepository } from './resource/resource-view.repository';
import { ResourceEntity } from './resource/resource.entity';
import { ResourceRepository } from './resource/resource.repository';
import { WaitingResourceRepository } from './resource/waiting-resource.repository';
import { UnembeddedFieldRepository } from './vectorset/unembedded-field.repository';
import { VectorsetContentRepository } from './vectorset/vectorset-content.repository';
import { VectorsetEntity } from './vectorset/vectorset.entity';
import { VectorsetRepository } from './vectorset/vectorset.repository';
import { knowledgeBoxDatabase } from './knowledge-box.database';

const rows = rowsOf(
  AccountBlockEntity,
  AccountUseEntity,
  BoxStockEntity,
  ChangeEntity,
  ChangeFloorEntity,
  ConversationMessageEntity,
  ExtractedFieldEntity,
  FieldEntity,
  FieldPartEntity,
  FieldVectorsEntity,
  GraphEdgeEntity,
  KnowledgeBoxEntity,
  RenamedEntitiesEntity,
  ResourceEntity,
  UnembeddedFieldEntity,
  VectorsetEntity,
);

const repositories = [
  AccountBlockRepository,
  AccountUseRepository,
  ChangeLogRepository,
  ConversationRepository,
  FieldContentRepository,
  FieldEnvelope,
  FieldPartsRepository,
  FieldRepository,
  KnowledgeBoxRepository,
  PassageRepository,
  RunningExports,
  ResourceRepository,
  ResourceViewRepository,
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
