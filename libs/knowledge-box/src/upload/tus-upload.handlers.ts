import { handlersOf, Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { appendTusUpload, createTusUpload, getTusOptions, headTusUpload } from '@lectern/contracts/knowledge-box';
import { knowingWhetherDone } from '@lectern/database';
import { Controller } from '@nestjs/common';
import { TusCreator } from './tus-creator';
import { TusUploadService } from './tus-upload.service';
import { UploadDoors } from './upload-doors';

export const TusUploadAnswers = handlersOf(TusCreator).answer(
  createTusUpload,
  (creator, { params, headers, body: payload, principal, signal }) =>
    creator.create(params, { headers, payload, principal, signal }),
);

@Controller()
export class TusUploadHandlers {
  constructor(
    private readonly uploads: TusUploadService,
    private readonly doors: UploadDoors,
  ) {}

  @Handles(getTusOptions)
  async options() {
    return null;
  }

  @Handles(headTusUpload)
  async head({ params }: Request<typeof headTusUpload>) {
    return this.uploads.state(await this.doors.keyOf(params));
  }

  @Handles(appendTusUpload)
  async append({ params, headers, body: part, principal, signal }: Request<typeof appendTusUpload>) {
    const key = await this.doors.keyOf(params);
    return knowingWhetherDone(() => this.uploads.append(key, { headers, part, principal, signal }));
  }
}
