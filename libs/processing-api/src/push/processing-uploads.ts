import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobStore, uploadSlice } from '@lectern/blob-store';
import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import type { BodyPart, StoredBlob, TusUploadState } from '@lectern/contracts/knowledge-box';
import type {
  ProcessingAppendHeaders,
  ProcessingUploadCreated,
  ProcessingUploadProgress,
} from '@lectern/contracts/understanding';
import { knowingWhetherDone, Transactions } from '@lectern/database';
import { checkEnd, checkMd5, checkOffset, checkPartType, isComplete, lengthAfter, readAppend } from '@lectern/intake';
import type { ProcessingUploadEntity } from './tus-upload.entity';
import type { ProcessingUploadKey } from './tus-upload.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProcessingFiles } from './processing-files';
import { PushQuota } from './push-quota';
import { type PlannedUpload, UploadRows } from './upload-rows';

/** An abandoned upload is deleted after this time. */
const IDLE_MS = 250 * 60_000;

type JoinedFile = Pick<StoredBlob, 'key' | 'sizeBytes' | 'md5'>;

interface UploadEnd {
  readonly offset: number;
  readonly planned: PlannedUpload;
  /** Undefined if another request has joined the parts. */
  readonly stored: JoinedFile | undefined;
}

/** Resumable uploads of files for pushes. Received parts are in rows and blobs, and survive a restart. */
@Injectable()
export class ProcessingUploads {
  private readonly sizeBytesMax = readConfig(uploadSlice).UPLOAD_SIZE_BYTES_MAX;

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: UploadRows,
    private readonly files: ProcessingFiles,
    private readonly blobs: BlobStore,
    private readonly quota: PushQuota,
  ) {}

  /** @throws AppError `too_large`, `rate_limited`, and `quota_exceeded` when nothing is left to process the file */
  async create(account: string, planned: PlannedUpload, length: number | null): Promise<ProcessingUploadCreated> {
    if ((length ?? 0) > this.sizeBytesMax) throw this.tooLarge();
    await this.quota.admitFile(account, planned.contentType);
    const key = { account, id: randomUUID().replaceAll('-', '') };
    const sealedFile = this.rows.sealed(key, planned);
    const now = new Date();
    await this.transactions.run(async (tx) => {
      const upload = { ...key, sealedFile, length, offset: 0, blobKey: null, md5: null, expires: expiry(now) };
      await this.rows.uploads.insert(upload, now, tx);
    });
    const location = `/api/v1/processing/tusupload/${key.id}`;
    return length === 0 ? { location, token: await this.finish(key, 0) } : { location };
  }

  /** @throws AppError `not_found` */
  async state(key: ProcessingUploadKey): Promise<TusUploadState> {
    const upload = await this.transactions.read((tx) => this.rows.uploads.get(key, new Date(), tx));
    return { offset: upload.offset, length: upload.length ?? 0 };
  }

  /**
   * Called before the first byte of a request and with each part of its body.
   *
   * @throws AppError `precondition_failed`, `not_found`, `unsupported_media_type`, `conflict`, `too_large`, and
   *   `invalid_request` with the last byte
   */
  async append(
    key: ProcessingUploadKey,
    { headers, part }: { readonly headers: ProcessingAppendHeaders; readonly part: BodyPart },
  ): Promise<ProcessingUploadProgress> {
    const request = readAppend(headers);
    const { blob, start } = part;
    const upload = await this.change(key, async (before, tx) => {
      if (!blob) return this.admitted(before, request);
      checkOffset(before, request.offset + start);
      checkEnd(before.length, before.offset + blob.sizeBytes);
      const { account, id: uploadId } = key;
      await this.rows.uploads.addPart({ account, uploadId, start: before.offset, blobKey: blob.key }, tx);
      return { ...before, offset: before.offset + blob.sizeBytes };
    });
    const { offset } = upload;
    // A following body may be truncated, or may contain more bytes.
    if (!part.isLast || !isComplete(upload.length, offset)) return { offset };
    try {
      return { offset, token: await this.finish(key, offset) };
    } catch (error) {
      if (blob && error instanceof AppError && error.isUndone) await this.takeBack({ ...key, blobKey: blob.key });
      throw error;
    }
  }

  /**
   * Undoes a part of a rejected request, whose bytes are deleted: the upload ends before them, which is also the
   * client's view.
   */
  private async takeBack(part: ProcessingUploadKey & { readonly blobKey: string }): Promise<void> {
    await this.change(part, async (before, tx) => {
      const start = await this.rows.uploads.deletePart(part, part.blobKey, tx);
      return start === undefined ? before : { ...before, offset: start };
    });
  }

  /** @returns number of deleted uploads */
  async removeExpired(now: Date, limit: number): Promise<number> {
    const { count, blobs } = await this.transactions.run(async (tx) => {
      const expired = await this.rows.uploads.lockExpired(now, limit, tx);
      const parts: string[] = [];
      for (const upload of expired) {
        parts.push(...(await this.rows.uploads.deleteParts(upload, tx)));
        await this.rows.uploads.delete(upload, tx);
      }
      return { count: expired.length, blobs: parts };
    });
    for (const blob of blobs) await this.blobs.delete(blob);
    return count;
  }

  private admitted(before: ProcessingUploadEntity, request: ReturnType<typeof readAppend>): ProcessingUploadEntity {
    checkPartType(request, this.rows.opened(before).declaredType);
    const length = lengthAfter({ ...before, finished: before.blobKey !== null }, request);
    if (Math.max(length ?? 0, request.offset + request.sizeBytes) > this.sizeBytesMax) throw this.tooLarge();
    return { ...before, length };
  }

  /**
   * Joins the parts. The first caller stores the file. All parts have rows by then, so an empty request can recover
   * from a failure.
   */
  private async finish(key: ProcessingUploadKey, offset: number): Promise<string> {
    const now = new Date();
    const before = await this.transactions.read((tx) => this.rows.uploads.get(key, now, tx));
    const planned = this.rows.opened(before);
    const stored = before.blobKey === null ? await this.joined(key) : undefined;
    if (stored) await this.checked(planned, stored);
    const end = { offset, planned, stored };
    const { token, spare } = await knowingWhetherDone(() => this.complete(key, end)).catch(async (error: unknown) => {
      if (stored && error instanceof AppError && error.isUndone) await this.blobs.delete(stored.key);
      throw error;
    });
    await Promise.all(spare.map((blob) => this.blobs.delete(blob)));
    return token;
  }

  private complete(key: ProcessingUploadKey, { offset, planned, stored }: UploadEnd) {
    return this.transactions.run(async (tx) => {
      const upload = await this.rows.uploads.lock(key, new Date(), tx);
      checkOffset(upload, offset);
      if (upload.blobKey !== null)
        return { token: this.rows.tokenOf(upload, planned), spare: stored ? [stored.key] : [] };
      if (!stored) throw new AppError('conflict', 'The upload is being completed by another request');
      const { key: blobKey, md5 } = stored;
      const complete = { ...upload, blobKey, md5, length: offset, expires: expiry(new Date()) };
      await this.rows.uploads.update(complete, tx);
      const file = { ...planned, ...stored };
      return {
        token: await this.files.add(file, key.account, tx),
        spare: await this.rows.uploads.deleteParts(key, tx),
      };
    });
  }

  private async joined({ account, id }: ProcessingUploadKey): Promise<JoinedFile> {
    const parts = await this.transactions.read((tx) => this.rows.uploads.listParts({ account, id }, tx));
    const key = `account/${account}/upload/${randomUUID()}`;
    const content = Readable.from(this.contents(parts), { objectMode: false });
    return { key, ...(await this.blobs.write(key, content, { sizeBytesMax: this.sizeBytesMax })) };
  }

  private async *contents(keys: readonly string[]): AsyncGenerator<Buffer> {
    for (const key of keys) yield* await this.blobs.read(key);
  }

  private async checked({ md5 }: PlannedUpload, stored: Pick<StoredBlob, 'key' | 'md5'>): Promise<void> {
    try {
      checkMd5({ header: 'upload-metadata', md5: md5 || undefined }, stored.md5);
    } catch (error) {
      await this.blobs.delete(stored.key);
      throw error;
    }
  }

  private change(
    key: ProcessingUploadKey,
    apply: (before: ProcessingUploadEntity, tx: EntityManager) => Promise<ProcessingUploadEntity>,
  ): Promise<ProcessingUploadEntity> {
    return this.transactions.run(async (tx) => {
      const now = new Date();
      const after = { ...(await apply(await this.rows.uploads.lock(key, now, tx), tx)), expires: expiry(now) };
      await this.rows.uploads.update(after, tx);
      return after;
    });
  }

  private tooLarge(): AppError {
    return new AppError('too_large', `The file is larger than ${this.sizeBytesMax} bytes`);
  }
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + IDLE_MS);
}
