import { rowsOf } from '@lectern/database';
import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { resolveAccount, resolveUser } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import {
  knowledgeBoxChanged,
  labelsetsChanged,
  searchConfigurationChanged,
  synonymsChanged,
} from '@lectern/contracts/knowledge-box';
import { createEvaluationSet, getEvaluationSet, listEvaluationSets } from '@lectern/contracts/search';
import {
  describeBoxEmbedders,
  describeModels,
  readBoxConfiguration,
  readBoxStrategies,
  storeBoxStrategy,
} from '@lectern/contracts/understanding';
import { IndexingModule } from '@lectern/indexing';
import { AccountBlocks, BoxStock, knowledgeBoxDatabase, ResourceStoreModule } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { ApiKeyModule, NuaClientModule, UserModule } from '@lectern/access';
import {
  KnowledgeBoxCatalogModule,
  KvSchemaModule,
  LabelsetModule,
  SearchSettingsModule,
} from '@lectern/knowledge-box';
import { BackupOutcomes } from './backup-outcomes';
import { ArrivalIntake } from './arrival-intake';
import { BinaryIntake } from './binary-intake';
import { boxDocuments, documentKinds } from './box-documents';
import { ConversationIntake } from './conversation-intake';
import { DocumentIntake } from './document-intake';
import { EarlierResources } from './earlier-resources';
import { ExpiredTransfers } from './expired-transfers';
import { ExportWriter } from './export-writer';
import { ExportService } from './export.service';
import { ExportTask } from './export.task';
import { ExportedContent } from './exported-content';
import { ExportedConversations } from './exported-conversations';
import { ExportedHeads } from './exported-heads';
import { FieldIntake } from './field-intake';
import { GenericIntake } from './generic-intake';
import { HeadIntake } from './head-intake';
import { ImportAdmission } from './import-admission';
import { ImportReader } from './import-reader';
import { ImportRights } from './import-rights';
import { ImportService } from './import.service';
import { ImportTask } from './import.task';
import { ResourceFieldsIntake } from './resource-fields-intake';
import { ResourceIntake } from './resource-intake';
import { ResourceItemWriter } from './resource-item-writer';
import { TransferPurge } from './transfer-purge';
import { TransferAnswers, TransferHandlers } from './transfer.handlers';
import { VectorsetIntake } from './vectorset-intake';
import { BackupEntity } from './backup.entity';
import { ExportEntity } from './export.entity';
import { ImportEntity } from './import.entity';
import { BackupRepository } from './backup.repository';
import { ExportRepository } from './export.repository';
import { ImportRepository } from './import.repository';
import { TransferContentRepository } from './transfer-content.repository';
import { TransferConversationRepository } from './transfer-conversation.repository';

const bus = busFor({
  calls: [
    createEvaluationSet,
    describeBoxEmbedders,
    describeModels,
    getEvaluationSet,
    listEvaluationSets,
    readBoxConfiguration,
    readBoxStrategies,
    resolveAccount,
    resolveUser,
    storeBoxStrategy,
  ],
  publishes: [accessChanged, knowledgeBoxChanged, labelsetsChanged, searchConfigurationChanged, synonymsChanged],
});

/** Exports and imports of knowledge boxes. */
@Module({
  imports: [
    BlobStoreModule,
    IndexingModule,
    knowledgeBoxDatabase,
    KnowledgeBoxCatalogModule,
    ResourceStoreModule,
    SearchSettingsModule,
    LabelsetModule,
    KvSchemaModule,
    UserModule,
    NuaClientModule,
    ApiKeyModule,
  ],
  controllers: [TransferAnswers, TransferHandlers],
  providers: [
    rowsOf(BackupEntity, ExportEntity, ImportEntity),
    AccountBlocks,
    BackupRepository,
    BoxStock,
    ExportRepository,
    ImportRepository,
    TransferContentRepository,
    TransferConversationRepository,
    bus,
    boxDocuments,
    ...documentKinds,
    ArrivalIntake,
    BackupOutcomes,
    BinaryIntake,
    ConversationIntake,
    DocumentIntake,
    EarlierResources,
    ExpiredTransfers,
    ExportService,
    ExportTask,
    ExportWriter,
    ExportedContent,
    ExportedConversations,
    ExportedHeads,
    FieldIntake,
    GenericIntake,
    HeadIntake,
    ImportAdmission,
    ImportReader,
    ImportRights,
    ImportService,
    ImportTask,
    ResourceFieldsIntake,
    ResourceIntake,
    ResourceItemWriter,
    TransferPurge,
    VectorsetIntake,
  ],
  exports: [BackupOutcomes, BackupRepository, ExportService, ImportAdmission, ImportService, TransferPurge],
})
export class BoxTransferModule {}
