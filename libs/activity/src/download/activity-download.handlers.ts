import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  fetchActivityFile,
  getActivityDownload,
  listBlobsOfActivity,
  requestActivityDownload,
} from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { ActivityDownloadService } from './activity-download.service';

@Controller()
export class ActivityDownloadHandlers {
  constructor(private readonly downloads: ActivityDownloadService) {}

  @Handles(requestActivityDownload)
  request({ params, body, headers }: Request<typeof requestActivityDownload>) {
    return this.downloads.request(params, body, headers.accept);
  }

  @Handles(getActivityDownload)
  get({ params }: Request<typeof getActivityDownload>) {
    return this.downloads.get(params);
  }

  @Handles(fetchActivityFile)
  file({ params }: Request<typeof fetchActivityFile>) {
    return this.downloads.file(params.token);
  }

  @Handles(listBlobsOfActivity)
  async named({ body }: Request<typeof listBlobsOfActivity>) {
    return { keys: await this.downloads.filesAmong(body.keys) };
  }
}
