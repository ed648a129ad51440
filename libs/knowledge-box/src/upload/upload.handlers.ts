import { handlersOf } from '@lectern/bus';
import { downloadExtracted, downloadFileField, uploadFile, uploadFileField } from '@lectern/contracts/knowledge-box';
import { knowingWhetherDone } from '@lectern/database';
import { UploadService } from './upload.service';

export const UploadHandlers = handlersOf(UploadService)
  .answer(uploadFile, (uploads, { params, headers, body, principal }) =>
    knowingWhetherDone(() => uploads.create({ ...params, principal }, headers, body)),
  )
  .answer(uploadFileField, (uploads, { params, headers, body, principal }) =>
    knowingWhetherDone(() => uploads.putField({ ...params, principal }, headers, body)),
  )
  .answer(downloadFileField, (uploads, { params, query, principal }) =>
    uploads.download(params, { inline: query.inline ?? false, principal }),
  )
  .answer(downloadExtracted, (uploads, { params, query, principal }) =>
    uploads.downloadExtracted(params, { inline: query.inline ?? false, principal }),
  );
