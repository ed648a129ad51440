import { AugmentationModule } from '@lectern/augmentation';
import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { readNuaClientWebhook } from '@lectern/contracts/knowledge-box';
import { EgressModule } from '@lectern/egress';
import { SecretsModule } from '@lectern/secrets';
import { UnderstandingModule } from '@lectern/understanding';
import { processingRows, understandingDatabase } from '@lectern/understanding-rows';
import { Module } from '@nestjs/common';
import { ExpiredFiles } from './push/expired-files';
import { FieldFinding } from './push/field-finding';
import { FileTokens } from './push/file-tokens';
import { MessageFiles } from './push/message-files';
import { NamedBlobsHandlers } from './push/named-blobs.handlers';
import { MultipartFiles } from './push/multipart-files';
import { ProcessingFileHandlers } from './push/processing-file.handlers';
import { ProcessingFiles } from './push/processing-files';
import { ProcessingSweep } from './push/processing-sweep';
import { ProcessingUploads } from './push/processing-uploads';
import { PushAgents } from './push/push-agents';
import { PushChecks } from './push/push-checks';
import { PushEmbedding } from './push/push-embedding';
import { PushEndings } from './push/push-endings';
import { PushProcessing } from './push/push-processing';
import { PushHandlers } from './push/push.handlers';
import { PushRows } from './push/push-rows';
import { PushAdmission } from './push/push-admission';
import { PushService } from './push/push.service';
import { PushTask } from './push/push.task';
import { QueueService } from './push/queue.service';
import { RecordHandlers } from './push/record.handlers';
import { RecordService } from './push/record.service';
import { ResultStream } from './push/result-stream';
import { UploadRows } from './push/upload-rows';
import { WebhookTask } from './push/webhook.task';

/** The public processing API for NUA keys: pushes, their files, queues, records and webhooks. */
@Module({
  imports: [
    understandingDatabase,
    BlobStoreModule,
    EgressModule,
    SecretsModule,
    UnderstandingModule,
    AugmentationModule,
  ],
  controllers: [NamedBlobsHandlers, ProcessingFileHandlers, PushHandlers, RecordHandlers],
  providers: [
    busFor({ calls: [readNuaClientWebhook] }),
    ...processingRows.providers,
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
    PushRows,
    PushService,
    PushTask,
    PushAdmission,
    QueueService,
    RecordService,
    ResultStream,
    UploadRows,
    WebhookTask,
  ],
})
export class ProcessingApiModule {}
