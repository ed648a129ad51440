import { UserModule } from '@lectern/access';
import { KnowledgeBoxCatalogModule } from '@lectern/knowledge-box';
import { knowledgeBoxDatabase, ResourceStoreModule } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { BoxTransferModule } from '../transfer/box-transfer.module';
import { BackupAccess } from './backup-access';
import { BackupDeletion } from './backup-deletion';
import { BackupReader } from './backup-reader';
import { BackupRestorer } from './backup-restorer';
import { BackupHandlers } from './backup.handlers';
import { BackupService } from './backup.service';
import { RestoredFiles } from './restored-files';

/** Backups, which are exports that an account keeps, and restores from them. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, KnowledgeBoxCatalogModule, UserModule, BoxTransferModule],
  controllers: [BackupHandlers],
  providers: [BackupAccess, BackupDeletion, BackupReader, BackupRestorer, BackupService, RestoredFiles],
})
export class BackupModule {}
