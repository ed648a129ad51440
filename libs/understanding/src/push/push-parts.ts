import { processingRows } from '@lectern/understanding-rows';
import { FieldFinding } from './field-finding';
import { FileTokens } from './file-tokens';
import { MessageFiles } from './message-files';
import { PushEmbedding } from './push-embedding';
import { PushEndings } from './push-endings';
import { PushProcessing } from './push-processing';
import { PushHandlers } from './push.handlers';
import { PushRows } from './push-rows';
import { PushService } from './push.service';
import { PushTask } from './push.task';
import { RecordService } from './record.service';

/** The public door of processing. */
export const pushParts = {
  controllers: [PushHandlers],
  providers: [
    ...processingRows.providers,
    FieldFinding,
    FileTokens,
    MessageFiles,
    PushEmbedding,
    PushEndings,
    PushProcessing,
    PushRows,
    PushService,
    PushTask,
    RecordService,
  ],
};
