import { AppError } from '@lectern/contracts/core';
import { TusUploadRepository } from './tus-upload.repository';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** A file field, existing or not. */
export interface FileFieldKey {
  readonly kbid: string;
  readonly rid: string;
  readonly fieldId: string;
}

/** The same id for all uploads to a field, so that only one is active at a time. 32 hex digits. */
export function fieldUploadId({ kbid, rid, fieldId }: FileFieldKey): string {
  return createHash('sha256').update(`${kbid}/${rid}/${fieldId}`).digest('hex').slice(0, 32);
}

/** Checks for resumable uploads to fields. */
@Injectable()
export class ActiveUploads {
  constructor(private readonly uploads: TusUploadRepository) {}

  /** @throws AppError `precondition_failed` while an upload to the field is active */
  async refuse(field: FileFieldKey, tx: EntityManager): Promise<void> {
    const upload = await this.uploads.find({ kbid: field.kbid, id: fieldUploadId(field) }, new Date(), tx);
    if (upload && !upload.finished) throw activeUpload();
  }
}

export function activeUpload(): AppError {
  const message =
    'There is already an active tusupload that conflicts with this one. ' +
    'Send the header tus-override-upload: 1 to take its place';
  return new AppError('precondition_failed', message);
}
