import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { createBackup, deleteBackup, listBackups, restoreBackup } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { BackupDeletion } from './backup-deletion';
import { BackupReader } from './backup-reader';
import { BackupRestorer } from './backup-restorer';
import { BackupService } from './backup.service';

@Controller()
export class BackupHandlers {
  constructor(
    private readonly reader: BackupReader,
    private readonly backups: BackupService,
    private readonly deletion: BackupDeletion,
    private readonly restorer: BackupRestorer,
  ) {}

  @Handles(listBackups)
  list({ params, principal }: Request<typeof listBackups>) {
    return this.reader.list(params.account, principal);
  }

  @Handles(createBackup)
  create({ params, body, principal }: Request<typeof createBackup>) {
    return this.backups.create(params.account, body, principal);
  }

  @Handles(deleteBackup)
  delete({ params, principal }: Request<typeof deleteBackup>) {
    return this.deletion.delete(params, principal);
  }

  @Handles(restoreBackup)
  restore({ params, body, principal }: Request<typeof restoreBackup>) {
    return this.restorer.restore(params, body, principal);
  }
}
