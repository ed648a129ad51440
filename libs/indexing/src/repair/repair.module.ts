import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { FieldProcessingModule } from '../processing/field-processing.module';
import { IngestQueueModule } from '../queue/ingest-queue.module';
import { ResourceChangesModule } from '../resource/resource-changes.module';
import { BlockedAccountListener } from './blocked-account.listener';
import { BlockedFields } from './blocked-fields';
import { BlockedRelease } from './blocked-release';
import { ExpiredWork } from './expired-work';
import { GivenUpPuts } from './given-up-puts';
import { PendingCheck } from './pending-check';
import { PendingRepair } from './pending-repair';
import { PendingSchedule } from './pending-schedule';

/** Finds and completes unfinished work. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, FieldProcessingModule, IngestQueueModule, ResourceChangesModule],
  controllers: [BlockedAccountListener],
  providers: [BlockedFields, BlockedRelease, ExpiredWork, GivenUpPuts, PendingCheck, PendingRepair, PendingSchedule],
  exports: [BlockedFields],
})
export class RepairModule {}
