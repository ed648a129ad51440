import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { NotificationHub } from './notification-hub';
import { NotificationHandlers } from './notification.handlers';
import { NotificationService } from './notification.service';

/** Event streams of knowledge boxes. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule],
  controllers: [NotificationHandlers],
  providers: [NotificationHub, NotificationService],
  exports: [NotificationHub],
})
export class NotificationModule {}
