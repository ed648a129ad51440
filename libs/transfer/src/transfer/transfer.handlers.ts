import { handlersOf, Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  downloadExport,
  getExportStatus,
  getImportStatus,
  startExport,
  startImport,
} from '@lectern/contracts/knowledge-box';
import { knowingWhetherDone } from '@lectern/database';
import { Controller } from '@nestjs/common';
import { ExportService } from './export.service';
import { ImportService } from './import.service';
import { requireWholeBox } from './whole-box';

export const TransferAnswers = handlersOf(ExportService)
  .answer(startExport, (exports, { params }) => exports.start(params.kbid))
  .of(ImportService)
  .answer(startImport, (imports, { params, principal, body }) =>
    knowingWhetherDone(() => imports.start(params.kbid, principal, body)),
  );

@Controller()
export class TransferHandlers {
  constructor(
    private readonly exports: ExportService,
    private readonly imports: ImportService,
  ) {}

  @Handles(getExportStatus)
  async exportStatus({ params: { kbid, export_id: id }, principal }: Request<typeof getExportStatus>) {
    requireWholeBox(principal);
    return this.exports.status({ kbid, id });
  }

  @Handles(downloadExport)
  async download({ params: { kbid, export_id: id }, principal }: Request<typeof downloadExport>) {
    requireWholeBox(principal);
    return this.exports.download({ kbid, id });
  }

  @Handles(getImportStatus)
  async importStatus({ params: { kbid, import_id: id }, principal }: Request<typeof getImportStatus>) {
    requireWholeBox(principal);
    return this.imports.status({ kbid, id });
  }
}
