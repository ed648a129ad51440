import { BackupEntity } from './backup.entity';
import { BackupRepository } from './backup.repository';
import { ExportEntity } from './export.entity';
import { ExportRepository } from './export.repository';
import { ImportEntity } from './import.entity';
import { ImportRepository } from './import.repository';
import { TransferContentRepository } from './transfer-content.repository';
import { TransferConversationRepository } from './transfer-conversation.repository';

/** Exports, imports and backups of knowledge boxes. */
export const transferRows = {
  entities: [ExportEntity, ImportEntity, BackupEntity],
  providers: [
    BackupRepository,
    ExportRepository,
    ImportRepository,
    TransferContentRepository,
    TransferConversationRepository,
  ],
};
