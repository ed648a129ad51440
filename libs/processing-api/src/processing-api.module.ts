import { rowsOf } from '@lectern/database';
import { AugmentationModule } from '@lectern/augmentation';
import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { readNuaClientWebhook } from '@lectern/contracts/knowledge-box';
import { EgressModule } from '@lectern/egress';
import { SecretsModule } from '@lectern/secrets';
import { UnderstandingModule, understandingDatabase } from '@lectern/understanding';
import { UsageModule } from '@lectern/usage';
import { Module } from '@nestjs/common';
import { ExpiredFiles } from './push/expired-files';
import { FieldFinding } from './push/field-finding';
import { FileTokens } from './push/file-tokens';
import { MessageFiles } from './push/message-files';
import { NamedBlobsHandlers } from './push/named-blobs.handlers';
import { MultipartFiles } from './push/multipart-files';
import { ProcessingFileAnswers, ProcessingFileHandlers } from './push/processing-file.handlers';
import { ProcessingFiles } from './push/processing-files';
import { ProcessingSweep } from './push/processing-sweep';
import { ProcessingUploads } from './push/processing-uploads';
import { PushAgents } from './push/push-agents';
import { PushChecks } from './push/push-checks';
import { PushEmbedding } from './push/push-embedding';
import { PushEndings } from './push/push-endings';
import { PushProcessing } from './push/push-processing';
import { PushQuota } from './push/push-quota';
import { PushHandlers } from './push/push.handlers';
import { PushRows } from './push/push-rows';
import { PushAdmission } from './push/push-admission';
import { PushService } from './push/push.service';
import { PushTask } from './push/push.task';
import { QueueService } from './push/queue.service';
import { RecordHandlers } from './push/record.handlers';
import { RecordService } from './push/record.service';
import { ResultQueue } from './push/result-queue';
import { ResultStream } from './push/result-stream';
import { UploadRows } from './push/upload-rows';
import { WebhookTask } from './push/webhook.task';
import {
  ProcessingAccountEntity,
  ProcessingDeliveryEntity,
  ProcessingFileEntity,
  ProcessingRecordEntity,
  ProcessingResultEntity,
} from './push/processing.entity';
import { ProcessingUploadEntity, ProcessingUploadPartEntity } from './push/tus-upload.entity';
import { NamedProcessingBlobsRepository } from './push/named-blobs.repository';
import { ProcessingDeliveryRepository } from './push/processing-delivery.repository';
import { ProcessingFileRepository } from './push/processing-file.repository';
import { ProcessingListRepository } from './push/processing-list.repository';
import { ProcessingRecordRepository } from './push/processing-record.repository';
import { ProcessingUploadRepository } from './push/tus-upload.repository';

/** The public processing API for NUA keys: pushes, their files, queues, records and webhooks. */
@Module({
  imports: [
    understandingDatabase,
    BlobStoreModule,
    EgressModule,
    SecretsModule,
    UnderstandingModule,
    AugmentationModule,
    UsageModule,
  ],
  controllers: [NamedBlobsHandlers, ProcessingFileAnswers, ProcessingFileHandlers, PushHandlers, RecordHandlers],
  providers: [
    rowsOf(
      ProcessingAccountEntity,
      ProcessingDeliveryEntity,
      ProcessingFileEntity,
      ProcessingRecordEntity,
      ProcessingResultEntity,
      ProcessingUploadEntity,
      ProcessingUploadPartEntity,
    ),
    NamedProcessingBlobsRepository,
    ProcessingDeliveryRepository,
    ProcessingFileRepository,
    ProcessingListRepository,
    ProcessingRecordRepository,
    ProcessingUploadRepository,
    busFor({ calls: [readNuaClientWebhook] }),
    ExpiredFiles,
    FieldFinding,
    FileTokens,
    MessageFiles,
    MultipartFiles,
    ProcessingFiles,
    ProcessingSweep,
    ProcessingUploads,
    PushAgents,
    PushChecks,
    PushEmbedding,
    PushEndings,
    PushProcessing,
    PushQuota,
    PushRows,
    PushService,
    PushTask,
    PushAdmission,
    QueueService,
    RecordService,
    ResultQueue,
    ResultStream,
    UploadRows,
    WebhookTask,
  ],
  exports: [ResultQueue],
})
export class ProcessingApiModule {}
