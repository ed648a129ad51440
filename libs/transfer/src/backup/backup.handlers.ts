import { handlersOf } from '@lectern/bus';
import { createBackup, deleteBackup, listBackups, restoreBackup } from '@lectern/contracts/knowledge-box';
import { BackupDeletion } from './backup-deletion';
import { BackupReader } from './backup-reader';
import { BackupRestorer } from './backup-restorer';
import { BackupService } from './backup.service';

export const BackupHandlers = handlersOf(BackupReader)
  .answer(listBackups, (reader, { params, principal }) => reader.list(params.account, principal))
  .of(BackupService)
  .answer(createBackup, (backups, { params, body, principal }) => backups.create(params.account, body, principal))
  .of(BackupDeletion)
  .answer(deleteBackup, (deletion, { params, principal }) => deletion.delete(params, principal))
  .of(BackupRestorer)
  .answer(restoreBackup, (restorer, { params, body, principal }) => restorer.restore(params, body, principal));
