import type {
  BodyPart,
  FinishedUpload,
  TusAppendHeaders,
  TusUploadProgress,
  TusUploadState,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { FieldRepository } from '@lectern/resource-store';
import { type TusUploadEntity } from './tus-upload.entity';
import { type TusUploadKey } from './tus-upload.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Completion, finishedUpload, TusFinisher } from './tus-finisher';
import {
  type Append,
  checkEnd,
  checkOffset,
  checkPartType,
  isComplete,
  lengthAfter,
  readAppend,
} from '@lectern/intake';
import { uploadTooLarge, TusUploads } from './tus-uploads';

interface Sent extends Omit<Completion, 'last'> {
  readonly headers: TusAppendHeaders;
  readonly part: BodyPart;
}

/** Continues resumable uploads. */
@Injectable()
export class TusUploadService {
  constructor(
    private readonly transactions: Transactions,
    private readonly uploads: TusUploads,
    private readonly finisher: TusFinisher,
    private readonly fields: FieldRepository,
  ) {}

  /** @throws AppError `not_found` */
  async state(key: TusUploadKey): Promise<TusUploadState> {
    const { offset, length } = await this.transactions.read((tx) => this.uploads.rows.get(key, new Date(), tx));
    return { offset, length: length ?? 0 };
  }

  /**
   * Called before the first byte of a request and with each part of its body.
   *
   * @throws AppError `precondition_failed`, `not_found`, `unsupported_media_type`, `conflict` when the offset has
   *   changed, `too_large`, and the errors of `TusFinisher` with the last byte
   */
  async append(key: TusUploadKey, { headers, part, ...caller }: Sent): Promise<TusUploadProgress> {
    const request = readAppend(headers);
    if (!part.blob) return this.open(key, request, caller);
    const { blob: last, start, isLast } = part;
    const offset = request.offset + start;
    const upload = await this.change(key, async (before, tx) => {
      checkOffset(before, offset);
      checkEnd(before.length, offset + last.sizeBytes);
      // The last part is stored together with the completed file.
      if (isLast && isComplete(before.length, offset + last.sizeBytes)) return before;
      await this.uploads.rows.addPart({ kbid: key.kbid, uploadId: key.id, start: offset, blobKey: last.key }, tx);
      return { ...before, offset: offset + last.sizeBytes };
    });
    if (upload.offset > offset) return { offset: upload.offset };
    return { offset: offset + last.sizeBytes, finished: await this.finisher.finish(upload, { ...caller, last }) };
  }

  /** Rejects uploads that cannot be continued, and completes those whose bytes are all stored. */
  private async open(key: TusUploadKey, request: Append, caller: Completion): Promise<TusUploadProgress> {
    const { offset, sizeBytes } = request;
    const upload = await this.change(key, async (before) => {
      if (!before.finished) checkPartType(request, this.uploads.planOf(before).declaredType);
      const length = lengthAfter(before, request);
      const sizeBytesMax = this.uploads.sizeBytesMax;
      if (Math.max(length ?? 0, offset + sizeBytes) > sizeBytesMax) throw uploadTooLarge(sizeBytesMax);
      return { ...before, length };
    });
    if (upload.finished) return { offset, finished: await this.finished(upload) };
    if (sizeBytes > 0 || !isComplete(upload.length, offset)) return { offset };
    return { offset, finished: await this.finisher.finish(upload, caller) };
  }

  private change(
    key: TusUploadKey,
    apply: (before: TusUploadEntity, tx: EntityManager) => Promise<TusUploadEntity>,
  ): Promise<TusUploadEntity> {
    return this.transactions.run(async (tx) => {
      const now = new Date();
      const after = await apply(await this.uploads.rows.lock(key, now, tx), tx);
      await this.uploads.rows.update({ ...after, expires: this.uploads.expiry(now) }, tx);
      return after;
    });
  }

  private async finished({ kbid, rid, fieldId }: TusUploadEntity): Promise<FinishedUpload> {
    const stored = { rid: rid ?? '', fieldId: fieldId ?? '' };
    const key = { kbid, rid: stored.rid, letter: 'f', id: stored.fieldId } as const;
    const field = await this.transactions.read((tx) => this.fields.find(key, tx));
    return finishedUpload(kbid, stored, field?.seqid);
  }
}
