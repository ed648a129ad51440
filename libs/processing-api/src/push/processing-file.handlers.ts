import { handlersOf, Handles } from '@lectern/bus';
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

export const ProcessingFileAnswers = handlersOf(ProcessingFiles)
  .answer(uploadProcessingFile, (files, { headers, body, principal }) =>
    knowingWhetherDone(() => files.store(headers, body, principal)),
  )
  .answer(downloadProcessingFile, (files, { query, principal }) => files.download(query.token, principal))
  .of(ProcessingUploads)
  .answer(headProcessingTusUpload, (uploads, { params, principal }) =>
    uploads.state({ account: accountOf(principal), id: params.upload_id }),
  );

@Controller()
export class ProcessingFileHandlers {
  constructor(private readonly uploads: ProcessingUploads) {}

  @Handles(getProcessingTusOptions)
  async options() {
    return null;
  }

  @Handles(createProcessingTusUpload)
  async create({ headers, principal }: Request<typeof createProcessingTusUpload>) {
    const length = announcedLength(headers);
    return this.uploads.create(accountOf(principal), plannedUpload(headers), length);
  }

  @Handles(appendProcessingTusUpload)
  append({ params, headers, body, principal }: Request<typeof appendProcessingTusUpload>) {
    const key = { account: accountOf(principal), id: params.upload_id };
    return knowingWhetherDone(() => this.uploads.append(key, { headers, part: body }));
  }
}
