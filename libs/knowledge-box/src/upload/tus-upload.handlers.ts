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
import { Controller } from '@nestjs/common';
import { TusCreator } from './tus-creator';
import { TusUploadService } from './tus-upload.service';
import { UploadDoors } from './upload-doors';

@Controller()
export class TusUploadHandlers {
  constructor(
    private readonly creator: TusCreator,
    private readonly uploads: TusUploadService,
    private readonly doors: UploadDoors,
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
  async head({ params }: Request<typeof headTusUpload>) {
    return this.uploads.state(await this.doors.keyOf(params));
  }

  @Handles(headFieldTusUpload)
  async headForField({ params }: Request<typeof headFieldTusUpload>) {
    return this.uploads.state(await this.doors.keyOf(params));
  }

  @Handles(appendTusUpload)
  async append({ params, headers, body: part, principal, signal }: Request<typeof appendTusUpload>) {
    return this.uploads.append(await this.doors.keyOf(params), { headers, part, principal, signal });
  }

  @Handles(appendFieldTusUpload)
  async appendForField({ params, headers, body: part, principal, signal }: Request<typeof appendFieldTusUpload>) {
    return this.uploads.append(await this.doors.keyOf(params), { headers, part, principal, signal });
  }
}
