import { processingRows } from '@lectern/understanding-rows';
import { ExpiredFiles } from './expired-files';
import { FieldFinding } from './field-finding';
import { FileTokens } from './file-tokens';
import { MessageFiles } from './message-files';
import { NamedBlobsHandlers } from './named-blobs.handlers';
import { MultipartFiles } from './multipart-files';
import { ProcessingFileHandlers } from './processing-file.handlers';
import { ProcessingFiles } from './processing-files';
import { ProcessingSweep } from './processing-sweep';
import { ProcessingUploads } from './processing-uploads';
import { PushAgents } from './push-agents';
import { PushChecks } from './push-checks';
import { PushEmbedding } from './push-embedding';
import { PushEndings } from './push-endings';
import { PushProcessing } from './push-processing';
import { PushHandlers } from './push.handlers';
import { PushRows } from './push-rows';
import { PushTurns } from './push-turns';
import { PushService } from './push.service';
import { PushTask } from './push.task';
import { QueueService } from './queue.service';
import { RecordHandlers } from './record.handlers';
import { RecordService } from './record.service';
import { ResultStream } from './result-stream';
import { UploadRows } from './upload-rows';
import { WebhookTask } from './webhook.task';

/** The public door of processing. */
export const pushParts = {
  controllers: [NamedBlobsHandlers, ProcessingFileHandlers, PushHandlers, RecordHandlers],
  providers: [
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
    PushTurns,
    QueueService,
    RecordService,
    ResultStream,
    UploadRows,
    WebhookTask,
  ],
};
