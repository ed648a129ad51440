import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { NotificationHub } from './notification-hub';
import { NotificationAnswers, NotificationHandlers } from './notification.handlers';
import { NotificationService } from './notification.service';

/** Event streams of knowledge boxes. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [NotificationAnswers, NotificationHandlers],
  providers: [NotificationHub, NotificationService],
  exports: [NotificationHub],
})
export class NotificationModule {}
