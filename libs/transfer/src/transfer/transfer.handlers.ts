import { Handles } from '@lectern/bus';
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
  async exportStatus({ params: { kbid, export_id: id }, principal }: Request<typeof getExportStatus>) {
    requireWholeBox(principal);
    return this.exports.status({ kbid, id });
  }

  @Handles(downloadExport)
  async download({ params: { kbid, export_id: id }, principal }: Request<typeof downloadExport>) {
    requireWholeBox(principal);
    return this.exports.download({ kbid, id });
  }

  @Handles(startImport)
  startImport({ params, principal, body }: Request<typeof startImport>) {
    return knowingWhetherDone(() => this.imports.start(params.kbid, principal, body));
  }

  @Handles(getImportStatus)
  async importStatus({ params: { kbid, import_id: id }, principal }: Request<typeof getImportStatus>) {
    requireWholeBox(principal);
    return this.imports.status({ kbid, id });
  }
}
