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
import { KnowledgeBoxCatalogModule } from '@lectern/knowledge-box';
import { BackupAccess } from './backup/backup-access';
import { BackupRestorer } from './backup/backup-restorer';
import { BackupHandlers } from './backup/backup.handlers';
import { BackupReader } from './backup/backup-reader';
import { BackupRows } from './backup/backup-rows';
import { BackupService } from './backup/backup.service';
import { RestoredFiles } from './backup/restored-files';
import { BackupOutcomes } from './transfer/backup-outcomes';
import { BinaryIntake } from './transfer/binary-intake';
import { BoxDocuments, VocabularyRows } from './transfer/box-documents';
import { ConversationIntake } from './transfer/conversation-intake';
import { DocumentIntake, DocumentRows } from './transfer/document-intake';
import { ExpiredTransfers } from './transfer/expired-transfers';
import { ExportRows, ExportWriter } from './transfer/export-writer';
import { ExportService } from './transfer/export.service';
import { ExportTask } from './transfer/export.task';
import { ExportedContent } from './transfer/exported-content';
import { ExportedConversations } from './transfer/exported-conversations';
import { FieldIntake } from './transfer/field-intake';
import { GenericIntake } from './transfer/generic-intake';
import { ImportAdmission } from './transfer/import-admission';
import { ImportReader } from './transfer/import-reader';
import { ImportRights } from './transfer/import-rights';
import { ImportService } from './transfer/import.service';
import { ImportTask } from './transfer/import.task';
import { ResourceFieldsIntake } from './transfer/resource-fields-intake';
import { ImportRows, ResourceIntake } from './transfer/resource-intake';
import { ResourceItemWriter } from './transfer/resource-item-writer';
import { StrategyDocuments } from './transfer/strategy-documents';
import { TransferPurge } from './transfer/transfer-purge';
import { TransferHandlers } from './transfer/transfer.handlers';

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
    UserModule,
    NuaClientModule,
    ApiKeyModule,
  ],
  controllers: [BackupHandlers, TransferHandlers],
  providers: [
    bus,
    BackupAccess,
    BackupOutcomes,
    BackupReader,
    BackupRestorer,
    BackupRows,
    BackupService,
    BinaryIntake,
    BoxDocuments,
    ConversationIntake,
    DocumentIntake,
    DocumentRows,
    ExpiredTransfers,
    ExportRows,
    ExportService,
    ExportTask,
    ExportWriter,
    ExportedContent,
    ExportedConversations,
    FieldIntake,
    GenericIntake,
    ImportAdmission,
    ImportReader,
    ImportRights,
    ImportRows,
    ImportService,
    ImportTask,
    ResourceFieldsIntake,
    ResourceIntake,
    ResourceItemWriter,
    RestoredFiles,
    StrategyDocuments,
    TransferPurge,
    VocabularyRows,
  ],
})
export class TransferModule {}
