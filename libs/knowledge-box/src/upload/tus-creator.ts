import { AppError } from '@lectern/contracts/core';
import type { CreateResourcePayload, TusCreateHeaders, TusUploadCreated } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import type { TusUploadKey } from './tus-upload.repository';
import { Injectable } from '@nestjs/common';
import { newRid } from '../resource/resource-writer';
import { fieldUploadId } from './active-uploads';
import { UploadLimits } from '../file/upload-limits';
import { plannedFile } from './planned-file';
import { type Completion, TusFinisher } from './tus-finisher';
import { announcedLength } from '@lectern/intake';
import { uploadTooLarge, TusUploads } from './tus-uploads';
import { UploadAdmission, type UploadTarget } from './upload-admission';

interface Sent extends Omit<Completion, 'last'> {
  readonly headers: TusCreateHeaders;
  /** Payload of the new resource. */
  readonly payload?: CreateResourcePayload;
}

/** Starts resumable uploads. */
@Injectable()
export class TusCreator {
  constructor(
    private readonly transactions: Transactions,
    private readonly admission: UploadAdmission,
    private readonly uploads: TusUploads,
    private readonly finisher: TusFinisher,
    private readonly limits: UploadLimits,
  ) {}

  /**
   * An empty file is complete immediately.
   *
   * @throws AppError `precondition_failed`, `invalid_metadata`, `unsupported_media_type`, `too_large`, and as
   *   `UploadAdmission`
   */
  async create(target: UploadTarget, { headers, payload, ...caller }: Sent): Promise<TusUploadCreated> {
    const { kbid } = target;
    const length = announcedLength(headers);
    const planned = plannedFile(headers, payload);
    if ((length ?? 0) > this.uploads.sizeBytesMax) throw uploadTooLarge(this.uploads.sizeBytesMax);
    await this.limits.checkFile(kbid, { contentType: planned.file.contentType, sizeBytes: length ?? 0 });
    const field = await this.admission.admit(target, planned);
    const key = { kbid, id: field ? fieldUploadId({ kbid, ...field }) : newRid() };
    const isOverride = headers['tus-override-upload'] === '1';
    const upload = { ...key, ...planned, field, length, isOverride };
    await this.transactions.run((tx) => this.uploads.begin(upload, new Date(), tx));
    const location = `${uploadPath(target)}/tusupload/${key.id}`;
    return length === 0 ? { location, finished: await this.finishEmpty(key, caller) } : { location };
  }

  private async finishEmpty(key: TusUploadKey, caller: Completion) {
    const upload = await this.transactions.read((tx) => this.uploads.rows.get(key, new Date(), tx));
    try {
      return await this.finisher.finish(upload, caller);
    } catch (error) {
      // The client receives no address at which to retry.
      if (error instanceof AppError && error.isRefusal)
        await this.transactions.run((tx) => this.uploads.remove(upload, tx));
      throw error;
    }
  }
}

/** Path of the target from the root. */
function uploadPath({ kbid, rid, rslug, field_id: fieldId }: UploadTarget): string {
  if (fieldId === undefined) return `/api/v1/kb/${kbid}`;
  return `/api/v1/kb/${kbid}/${rid === undefined ? `slug/${rslug}` : `resource/${rid}`}/file/${fieldId}`;
}
