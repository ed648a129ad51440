import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  appendFieldTusUpload,
  appendTusUpload,
  createFieldTusUpload,
  createTusUpload,
  getFieldTusOptions,
  getFieldTusUploadOptions,
  getTusOptions,
  getTusUploadOptions,
  headFieldTusUpload,
  headTusUpload,
} from '@lectern/contracts/knowledge-box';
import { knowingWhetherDone } from '@lectern/database';
import { Controller } from '@nestjs/common';
import { TusCreator } from './tus-creator';
import { TusUploadService } from './tus-upload.service';

@Controller()
export class TusUploadHandlers {
  constructor(
    private readonly creator: TusCreator,
    private readonly uploads: TusUploadService,
  ) {}

  @Handles(getTusOptions)
  async options() {
    return null;
  }

  @Handles(getTusUploadOptions)
  async uploadOptions() {
    return null;
  }

  @Handles(getFieldTusOptions)
  async fieldOptions() {
    return null;
  }

  @Handles(getFieldTusUploadOptions)
  async fieldUploadOptions() {
    return null;
  }

  @Handles(createTusUpload)
  create({ params, headers, body: payload, principal, signal }: Request<typeof createTusUpload>) {
    return this.creator.create(params, { headers, payload, principal, signal });
  }

  @Handles(createFieldTusUpload)
  createForField({ params, headers, principal, signal }: Request<typeof createFieldTusUpload>) {
    return this.creator.create(params, { headers, principal, signal });
  }

  @Handles(headTusUpload)
  head({ params: { kbid, upload_id: id } }: Pick<Request<typeof headTusUpload>, 'params'>) {
    return this.uploads.state({ kbid, id });
  }

  @Handles(headFieldTusUpload)
  headForField(request: Request<typeof headFieldTusUpload>) {
    return this.head(request);
  }

  @Handles(appendTusUpload)
  append({ params: { kbid, upload_id: id }, headers, body: part, principal, signal }: Request<typeof appendTusUpload>) {
    return knowingWhetherDone(() => this.uploads.append({ kbid, id }, { headers, part, principal, signal }));
  }

  @Handles(appendFieldTusUpload)
  appendForField(request: Request<typeof appendFieldTusUpload>) {
    return this.append(request);
  }
}
