import type { ExportedHead } from '@lectern/contracts/knowledge-box';
import { lockName } from '@lectern/database';
import type { BackupEntity } from '../transfer/backup.entity';
import type { ImportCaller } from '../transfer/import.entity';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ImportAdmission } from '../transfer/import-admission';
import { ImportService } from '../transfer/import.service';
import { RESTORES_MAX, tooManyTransfers } from '../transfer/transfer-limits';

/** Files of backups that are restored to new boxes. */
@Injectable()
export class RestoredFiles {
  constructor(
    private readonly imports: ImportService,
    private readonly admission: ImportAdmission,
  ) {}

  /** @throws AppError `bad_request` for vectors of a model that is not available here */
  admit({ blobKey }: BackupEntity): Promise<ExportedHead> {
    return this.admission.admitNew(blobKey);
  }

  /** @throws AppError `rate_limited` */
  async add(
    restored: {
      readonly kbid: string;
      readonly by: string;
      readonly caller: ImportCaller;
      readonly backup: BackupEntity;
      readonly head: ExportedHead;
    },
    tx: EntityManager,
  ): Promise<void> {
    const { backup, ...file } = restored;
    await lockName(tx, `restores/${backup.account}`);
    if ((await this.imports.countRestores(backup.account, tx)) >= RESTORES_MAX) {
      throw tooManyTransfers(
        'Another Knowledge Box is currently being created; try again when it is complete',
        new Date(),
      );
    }
    const { blobKey, sizeBytes, id } = backup;
    await this.imports.add({ ...file, blobKey, sizeBytes: sizeBytes ?? 0, backup: id }, tx);
  }
}
