import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { downloadExtracted, downloadFileField, uploadFile, uploadFileField } from '@lectern/contracts/knowledge-box';
import { knowingWhetherDone } from '@lectern/database';
import { Controller } from '@nestjs/common';
import { UploadService } from './upload.service';

@Controller()
export class UploadHandlers {
  constructor(private readonly uploads: UploadService) {}

  @Handles(uploadFile)
  create({ params, headers, body, principal }: Request<typeof uploadFile>) {
    return knowingWhetherDone(() => this.uploads.create({ ...params, principal }, headers, body));
  }

  @Handles(uploadFileField)
  putField({ params, headers, body, principal }: Request<typeof uploadFileField>) {
    return knowingWhetherDone(() => this.uploads.putField({ ...params, principal }, headers, body));
  }

  @Handles(downloadFileField)
  download({ params, query, principal }: Request<typeof downloadFileField>) {
    return this.uploads.download(params, { inline: query.inline ?? false, principal });
  }

  @Handles(downloadExtracted)
  downloadExtracted({ params, query, principal }: Request<typeof downloadExtracted>) {
    return this.uploads.downloadExtracted(params, { inline: query.inline ?? false, principal });
  }
}
