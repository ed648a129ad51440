import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  appendProcessingTusUpload,
  createProcessingTusUpload,
  downloadProcessingFile,
  getProcessingTusOptions,
  headProcessingTusUpload,
  uploadProcessingFile,
} from '@lectern/contracts/understanding';
import { knowingWhetherDone } from '@lectern/database';
import { announcedLength } from '@lectern/intake';
import { Controller } from '@nestjs/common';
import { ProcessingFiles } from './processing-files';
import { ProcessingUploads } from './processing-uploads';
import { accountOf } from '@lectern/understanding';
import { plannedUpload } from './upload-rows';

@Controller()
export class ProcessingFileHandlers {
  constructor(
    private readonly files: ProcessingFiles,
    private readonly uploads: ProcessingUploads,
  ) {}

  @Handles(uploadProcessingFile)
  upload({ headers, body, principal }: Request<typeof uploadProcessingFile>) {
    return knowingWhetherDone(() => this.files.store(headers, body, principal));
  }

  @Handles(downloadProcessingFile)
  download({ query, principal }: Request<typeof downloadProcessingFile>) {
    return this.files.download(query.token, principal);
  }

  @Handles(getProcessingTusOptions)
  async options() {
    return null;
  }

  @Handles(createProcessingTusUpload)
  async create({ headers, principal }: Request<typeof createProcessingTusUpload>) {
    const length = announcedLength(headers);
    return this.uploads.create(accountOf(principal), plannedUpload(headers), length);
  }

  @Handles(headProcessingTusUpload)
  head({ params, principal }: Request<typeof headProcessingTusUpload>) {
    return this.uploads.state({ account: accountOf(principal), id: params.upload_id });
  }

  @Handles(appendProcessingTusUpload)
  append({ params, headers, body, principal }: Request<typeof appendProcessingTusUpload>) {
    const key = { account: accountOf(principal), id: params.upload_id };
    return knowingWhetherDone(() => this.uploads.append(key, { headers, part: body }));
  }
}
