import { handlersOf } from '@lectern/bus';
import {
  fetchActivityFile,
  getActivityDownload,
  listBlobsOfActivity,
  requestActivityDownload,
} from '@lectern/contracts/search';
import { ActivityDownloadService } from './activity-download.service';

export const ActivityDownloadHandlers = handlersOf(ActivityDownloadService)
  .answer(requestActivityDownload, (downloads, { params, body, headers }) =>
    downloads.request(params, body, headers.accept),
  )
  .answer(getActivityDownload, (downloads, { params }) => downloads.get(params))
  .answer(fetchActivityFile, (downloads, { params }) => downloads.file(params.token))
  .answer(listBlobsOfActivity, async (downloads, { body }) => ({ keys: await downloads.filesAmong(body.keys) }));
