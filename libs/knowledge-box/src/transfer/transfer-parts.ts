import { BackupOutcomes } from './backup-outcomes';
import { BinaryIntake } from './binary-intake';
import { BoxDocuments, VocabularyRows } from './box-documents';
import { ConversationIntake } from './conversation-intake';
import { DocumentIntake, DocumentRows } from './document-intake';
import { ExpiredTransfers } from './expired-transfers';
import { ExportRows, ExportWriter } from './export-writer';
import { ExportService } from './export.service';
import { ExportTask } from './export.task';
import { ExportedContent } from './exported-content';
import { ExportedConversations } from './exported-conversations';
import { FieldIntake } from './field-intake';
import { GenericIntake } from './generic-intake';
import { ImportAdmission } from './import-admission';
import { ImportReader } from './import-reader';
import { ImportRights } from './import-rights';
import { ImportService } from './import.service';
import { ImportTask } from './import.task';
import { ResourceFieldsIntake } from './resource-fields-intake';
import { ImportRows, ResourceIntake } from './resource-intake';
import { ResourceItemWriter } from './resource-item-writer';
import { StrategyDocuments } from './strategy-documents';
import { TransferPurge } from './transfer-purge';
import { TransferHandlers } from './transfer.handlers';

/** Exports and imports of knowledge boxes. */
export const transferParts = {
  controllers: [TransferHandlers],
  providers: [
    BackupOutcomes,
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
    StrategyDocuments,
    TransferPurge,
    VocabularyRows,
  ],
};
