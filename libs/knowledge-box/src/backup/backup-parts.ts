import { BackupAccess } from './backup-access';
import { BackupRestorer } from './backup-restorer';
import { BackupHandlers } from './backup.handlers';
import { BackupReader } from './backup-reader';
import { BackupRows } from './backup-rows';
import { BackupService } from './backup.service';
import { RestoredFiles } from './restored-files';

/** Backups of knowledge boxes. */
export const backupParts = {
  controllers: [BackupHandlers],
  providers: [BackupAccess, BackupReader, BackupRestorer, BackupRows, BackupService, RestoredFiles],
};
