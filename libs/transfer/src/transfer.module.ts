import { rowsOf } from '@lectern/database';
import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { resolveUser } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import {
  knowledgeBoxChanged,
  labelsetsChanged,
  searchConfigurationChanged,
  synonymsChanged,
} from '@lectern/contracts/knowledge-box';
import {
  describeBoxEmbedders,
  describeModels,
  readBoxConfiguration,
  readBoxStrategies,
  storeBoxStrategy,
} from '@lectern/contracts/understanding';
import { IndexingModule } from '@lectern/indexing';
import { knowledgeBoxDatabase, ResourceStoreModule } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { ApiKeyModule, NuaClientModule, UserModule } from '@lectern/access';
import {
  KnowledgeBoxCatalogModule,
  KvSchemaModule,
  LabelsetModule,
  SearchSettingsModule,
} from '@lectern/knowledge-box';
import { BackupAccess } from './backup/backup-access';
import { BackupDeletion } from './backup/backup-deletion';
import { BackupRestorer } from './backup/backup-restorer';
import { BackupHandlers } from './backup/backup.handlers';
import { BackupReader } from './backup/backup-reader';
import { BackupService } from './backup/backup.service';
import { RestoredFiles } from './backup/restored-files';
import { BackupOutcomes } from './transfer/backup-outcomes';
import { ArrivalIntake } from './transfer/arrival-intake';
import { BinaryIntake } from './transfer/binary-intake';
import { boxDocuments, documentKinds } from './transfer/box-documents';
import { ConversationIntake } from './transfer/conversation-intake';
import { DocumentIntake } from './transfer/document-intake';
import { EarlierResources } from './transfer/earlier-resources';
import { ExpiredTransfers } from './transfer/expired-transfers';
import { ExportWriter } from './transfer/export-writer';
import { ExportService } from './transfer/export.service';
import { ExportTask } from './transfer/export.task';
import { ExportedContent } from './transfer/exported-content';
import { ExportedConversations } from './transfer/exported-conversations';
import { ExportedHeads } from './transfer/exported-heads';
import { FieldIntake } from './transfer/field-intake';
import { GenericIntake } from './transfer/generic-intake';
import { HeadIntake } from './transfer/head-intake';
import { ImportAdmission } from './transfer/import-admission';
import { ImportReader } from './transfer/import-reader';
import { ImportRights } from './transfer/import-rights';
import { ImportService } from './transfer/import.service';
import { ImportTask } from './transfer/import.task';
import { ResourceFieldsIntake } from './transfer/resource-fields-intake';
import { ResourceIntake } from './transfer/resource-intake';
import { ResourceItemWriter } from './transfer/resource-item-writer';
import { TransferPurge } from './transfer/transfer-purge';
import { TransferHandlers } from './transfer/transfer.handlers';
import { VectorsetIntake } from './transfer/vectorset-intake';
import { BackupEntity } from './transfer/backup.entity';
import { ExportEntity } from './transfer/export.entity';
import { ImportEntity } from './transfer/import.entity';
import { BackupRepository } from './transfer/backup.repository';
import { ExportRepository } from './transfer/export.repository';
import { ImportRepository } from './transfer/import.repository';
import { TransferContentRepository } from './transfer/transfer-content.repository';
import { TransferConversationRepository } from './transfer/transfer-conversation.repository';

const bus = busFor({
  calls: [describeBoxEmbedders, describeModels, readBoxConfiguration, readBoxStrategies, resolveUser, storeBoxStrategy],
  publishes: [accessChanged, knowledgeBoxChanged, labelsetsChanged, searchConfigurationChanged, synonymsChanged],
});

/** Exports, imports and backups of knowledge boxes. Needs `BusModule`. */
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
  controllers: [BackupHandlers, TransferHandlers],
  providers: [
    rowsOf(BackupEntity, ExportEntity, ImportEntity),
    BackupRepository,
    ExportRepository,
    ImportRepository,
    TransferContentRepository,
    TransferConversationRepository,
    bus,
    boxDocuments,
    ...documentKinds,
    ArrivalIntake,
    BackupAccess,
    BackupDeletion,
    BackupOutcomes,
    BackupReader,
    BackupRestorer,
    BackupService,
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
    RestoredFiles,
    TransferPurge,
    VectorsetIntake,
  ],
})
export class TransferModule {}
