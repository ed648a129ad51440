import { AugmentationModule } from '@lectern/augmentation';
import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { streamTrainset } from '@lectern/contracts/knowledge-box';
import { rowsOf } from '@lectern/database';
import { ProcessingApiModule } from '@lectern/processing-api';
import { UnderstandingModule, understandingDatabase } from '@lectern/understanding';
import { Module } from '@nestjs/common';
import { AccountPurgeHandlers } from './account-purge/account-purge.handlers';
import { AccountRowsPurge } from './account-purge/account-rows-purge';
import { DatasetHandlers } from './dataset/dataset.handlers';
import { DatasetService } from './dataset/dataset.service';
import { PartitionService } from './dataset/partition.service';
import { DatasetExportHandlers } from './export/dataset-export.handlers';
import { DatasetExportService } from './export/dataset-export.service';
import { DatasetRows } from './rows/dataset-rows';
import { DatasetTaskEntity } from './rows/dataset-task.entity';
import { DatasetTaskRepository } from './rows/dataset-task.repository';
import { DatasetEntity, DatasetPartitionEntity } from './rows/dataset.entity';
import { DatasetRepository } from './rows/dataset.repository';
import { DatasetTaskHandlers } from './task/dataset-task.handlers';
import { DatasetTaskService } from './task/dataset-task.service';
import { DatasetWalk } from './task/dataset-walk';
import { DatasetWorkTask } from './task/dataset-work.task';
import { PartitionRows } from './task/partition-rows';

/** Datasets of accounts: rows in partitions, and tasks of agents on them. */
@Module({
  imports: [understandingDatabase, BlobStoreModule, UnderstandingModule, AugmentationModule, ProcessingApiModule],
  controllers: [AccountPurgeHandlers, DatasetExportHandlers, DatasetHandlers, DatasetTaskHandlers],
  providers: [
    rowsOf(DatasetEntity, DatasetPartitionEntity, DatasetTaskEntity),
    busFor({ calls: [streamTrainset] }),
    AccountRowsPurge,
    DatasetExportService,
    DatasetRepository,
    DatasetRows,
    DatasetService,
    DatasetTaskRepository,
    DatasetTaskService,
    DatasetWalk,
    DatasetWorkTask,
    PartitionRows,
    PartitionService,
  ],
})
export class DatasetsModule {}
