import { BackupOutcomes } from './backup-outcomes';
import { BinaryIntake } from './binary-intake';
import { BoxDocuments } from './box-documents';
import { DocumentIntake, DocumentRows } from './document-intake';
import { ExpiredTransfers } from './expired-transfers';
import { ExportRows, ExportWriter } from './export-writer';
import { ExportService } from './export.service';
import { ExportTask } from './export.task';
import { ExportedContent } from './exported-content';
import { FieldIntake } from './field-intake';
import { ImportAdmission } from './import-admission';
import { ImportReader } from './import-reader';
import { ImportService } from './import.service';
import { ImportTask } from './import.task';
import { ImportRows, ResourceIntake } from './resource-intake';
import { TransferPurge } from './transfer-purge';
import { TransferHandlers } from './transfer.handlers';

/** Exports and imports of knowledge boxes. */
export const transferParts = {
  controllers: [TransferHandlers],
  providers: [
    BackupOutcomes,
    BinaryIntake,
    BoxDocuments,
    DocumentIntake,
    DocumentRows,
    ExpiredTransfers,
    ExportRows,
    ExportService,
    ExportTask,
    ExportWriter,
    ExportedContent,
    FieldIntake,
    ImportAdmission,
    ImportReader,
    ImportRows,
    ImportService,
    ImportTask,
    ResourceIntake,
    TransferPurge,
  ],
};
