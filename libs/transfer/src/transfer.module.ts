import { Module } from '@nestjs/common';
import { BackupModule } from './backup/backup.module';
import { TrainsetModule } from './trainset/trainset.module';
import { BoxTransferModule } from './transfer/box-transfer.module';

/** What leaves knowledge boxes whole, and comes back: exports, imports, backups, training sets. Needs `BusModule`. */
@Module({ imports: [BackupModule, BoxTransferModule, TrainsetModule] })
export class TransferModule {}
