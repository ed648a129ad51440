import { BackupAccess } from './backup-access';
import { BackupRestorer } from './backup-restorer';
import { BackupHandlers } from './backup.handlers';
import { BackupRows, BackupService } from './backup.service';
import { RestoredFiles } from './restored-files';

/** Backups of knowledge boxes. */
export const backupParts = {
  controllers: [BackupHandlers],
  providers: [BackupAccess, BackupRestorer, BackupRows, BackupService, RestoredFiles],
};
