import { Handles } from '@lectern/bus';
import { AppError, type Request } from '@lectern/contracts/core';
import {
  downloadExport,
  getExportStatus,
  getImportStatus,
  importNewKnowledgeBox,
  startExport,
  startImport,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { ExportService } from './export.service';
import { ImportService } from './import.service';

@Controller()
export class TransferHandlers {
  constructor(
    private readonly exports: ExportService,
    private readonly imports: ImportService,
  ) {}

  @Handles(startExport)
  startExport({ params }: Request<typeof startExport>) {
    return this.exports.start(params.kbid);
  }

  @Handles(getExportStatus)
  exportStatus({ params: { kbid, export_id: id } }: Request<typeof getExportStatus>) {
    return this.exports.status({ kbid, id });
  }

  @Handles(downloadExport)
  download({ params: { kbid, export_id: id } }: Request<typeof downloadExport>) {
    return this.exports.download({ kbid, id });
  }

  @Handles(startImport)
  startImport({ params, principal, body }: Request<typeof startImport>) {
    return this.imports.start(params.kbid, principal, body);
  }

  @Handles(getImportStatus)
  importStatus({ params: { kbid, import_id: id } }: Request<typeof getImportStatus>) {
    return this.imports.status({ kbid, id });
  }

  @Handles(importNewKnowledgeBox)
  async importNew(): Promise<never> {
    const how = 'create one with POST /api/v1/account/{account}/kbs, then import with POST /api/v1/kb/{kbid}/import';
    throw new AppError('forbidden', `Knowledge boxes belong to accounts: ${how}`);
  }
}
