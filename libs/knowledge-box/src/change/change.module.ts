import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { DeletionReceiptModule } from '@lectern/indexing';
import { NotificationModule } from '../notification/notification.module';
import { ChangeFeedService } from './change-feed.service';
import { ChangeLogPruning } from './change-log-pruning';
import { ChangeHandlers } from './change.handlers';

/** The change feed, and the retention of the change log. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, DeletionReceiptModule, NotificationModule],
  controllers: [ChangeHandlers],
  providers: [ChangeFeedService, ChangeLogPruning],
})
export class ChangeModule {}
