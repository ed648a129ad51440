import { uploadSlice } from '@lectern/blob-store';
import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { type CreateResourcePayload, purgeBlobs } from '@lectern/contracts/knowledge-box';
import { lockName, onCommit, TaskQueue } from '@lectern/database';
import { checkOffset } from '@lectern/intake';
import { type TusUploadEntity } from './tus-upload.entity';
import { type TusUploadKey, TusUploadRepository } from './tus-upload.repository';
import { SecretEnvelope } from '@lectern/secrets';
import { Metrics } from '@lectern/runtime';
import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StoredFile, UploadedFile } from './file-writer';
import { activeUpload } from './active-uploads';
import { tusUploadConfig } from './tus-upload.config';

/** Blobs removed per task. */
const PURGED_TOGETHER_MAX = 1_000;

/** The planned result of an upload. */
export interface PlannedFile {
  readonly file: UploadedFile & { readonly md5?: string };
  readonly payload?: CreateResourcePayload;
  /** Media type declared for the file; null if there was none. Absent in uploads of older versions. */
  readonly declaredType?: string | null;
}

export interface NewUpload extends TusUploadKey, PlannedFile {
  /** The target field; absent for a new resource. */
  readonly field?: StoredFile;
  readonly length: number | null;
  /** Whether it replaces an active upload with the same id. */
  readonly isOverride: boolean;
}

/** Manages the rows of resumable uploads: creation, progress, completion and expiry. */
@Injectable()
export class TusUploads {
  readonly sizeBytesMax = readConfig(uploadSlice).UPLOAD_SIZE_BYTES_MAX;
  private readonly idleMs = readConfig(tusUploadConfig).TUS_UPLOAD_IDLE_S * 1_000;
  private readonly counter: ReturnType<Metrics['counter']> | undefined;

  constructor(
    readonly rows: TusUploadRepository,
    private readonly secrets: SecretEnvelope,
    private readonly tasks: TaskQueue,
    @Optional() metrics?: Metrics,
  ) {
    this.counter = metrics?.counter({
      name: 'tus_uploads_total',
      help: 'Resumable uploads that were begun, completed, or removed: replaced, expired, or complete for some hours',
      labels: ['step'],
    });
  }

  /** Expiry of an upload that is continued now. */
  expiry(now: Date): Date {
    return new Date(now.getTime() + this.idleMs);
  }

  /**
   * @throws AppError `precondition_failed` when another upload is active, `rate_limited`, `not_found` when the box does
   *   not exist
   */
  async begin({ kbid, id, field, length, isOverride, ...planned }: NewUpload, now: Date, tx: EntityManager) {
    await lockName(tx, `tus/${kbid}/${id}`);
    const earlier = await this.rows.findForUpdate({ kbid, id }, tx);
    if (earlier) {
      if (!earlier.finished && earlier.expires > now && !isOverride) throw activeUpload();
      await this.remove(earlier, tx);
    }
    const sealedFile = this.secrets.seal(JSON.stringify(planned satisfies PlannedFile), uploadPurpose({ kbid, id }));
    const target = { rid: field?.rid ?? null, fieldId: field?.fieldId ?? null };
    const expires = this.expiry(now);
    const row = { kbid, id, ...target, sealedFile, length, offset: 0, finished: false, expires };
    await this.rows.insert(row, now, tx);
    this.count('begun', tx);
  }

  /**
   * Locks the upload against other writers until the transaction ends.
   *
   * @param upload the row read before
   * @throws AppError `conflict` when it was continued, completed or replaced concurrently, `not_found`
   */
  async lockUnchanged(upload: TusUploadEntity, now: Date, tx: EntityManager): Promise<TusUploadEntity> {
    const locked = await this.rows.lock(upload, now, tx);
    checkOffset(locked, upload.offset);
    // Sealing is randomised, so this also detects another upload with the same id.
    if (locked.finished || locked.sealedFile !== upload.sealedFile)
      throw new AppError('conflict', 'The upload is complete, or another one took its place');
    return locked;
  }

  planOf(upload: TusUploadEntity): PlannedFile {
    // The content sealed by `begin`.
    return JSON.parse(this.secrets.open(upload.sealedFile, uploadPurpose(upload))) as PlannedFile;
  }

  /** @param spare keys of further blobs that are not needed after completion */
  async finish(
    upload: TusUploadEntity,
    { offset, stored, spare, now }: { offset: number; stored: StoredFile; spare: readonly string[]; now: Date },
    tx: EntityManager,
  ): Promise<void> {
    const parts = await this.rows.deleteParts(upload, tx);
    await this.purge([...parts, ...spare], tx);
    // Secrets are no longer needed.
    const sealedFile = '';
    const complete = { ...upload, ...stored, sealedFile, offset, length: offset, finished: true };
    await this.rows.update({ ...complete, expires: this.expiry(now) }, tx);
    this.count('completed', tx);
  }

  /** Also removes its parts. */
  async remove(upload: TusUploadEntity, tx: EntityManager): Promise<void> {
    await this.purge(await this.rows.deleteParts(upload, tx), tx);
    await this.rows.delete(upload, tx);
    this.count('removed', tx);
  }

  private count(step: 'begun' | 'completed' | 'removed', tx: EntityManager): void {
    onCommit(tx, () => this.counter?.inc({ step }));
  }

  private async purge(blobs: readonly string[], tx: EntityManager): Promise<void> {
    for (let start = 0; start < blobs.length; start += PURGED_TOGETHER_MAX)
      await this.tasks.add(purgeBlobs, { blobs: blobs.slice(start, start + PURGED_TOGETHER_MAX) }, { tx });
  }
}

function uploadPurpose({ kbid, id }: TusUploadKey): string {
  return `tus-upload/${kbid}/${id}`;
}

export function uploadTooLarge(sizeBytesMax: number): AppError {
  return new AppError('too_large', `The file is larger than ${sizeBytesMax} bytes`);
}
