import { type UploadKey, UploadStore } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { ProcessingUploadEntity, ProcessingUploadPartEntity } from './tus-upload.entity';

/** Names an upload. */
export type ProcessingUploadKey = UploadKey<'account'>;

/** Files for pushes that come in several requests. */
@Injectable()
export class ProcessingUploadRepository extends UploadStore<
  'account',
  ProcessingUploadEntity,
  ProcessingUploadPartEntity
> {
  constructor() {
    super({
      upload: ProcessingUploadEntity,
      part: ProcessingUploadPartEntity,
      owner: 'account',
      unfinished: { blobKey: IsNull() },
      ownerName: 'The account',
    });
  }
}
