import { BlobStore } from '@lectern/blob-store';
import { AppError, type Principal } from '@lectern/contracts/core';
import type { FinishedUpload, StoredBlob, UploadAccepted } from '@lectern/contracts/knowledge-box';
import { knowingWhetherDone, Transactions } from '@lectern/database';
import type { TusUploadEntity } from './tus-upload.entity';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { EntityManager } from 'typeorm';
import { FileWriter, type StoredFile } from './file-writer';
import { checkMd5 } from '@lectern/intake';
import { TusUploads } from './tus-uploads';

/** Data for completing an upload. */
export interface Completion {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  /** Bytes after the stored parts; absent if there are none. */
  readonly last?: StoredBlob;
}

interface FileBytes {
  readonly blob: StoredBlob;
  /** Keys of other blobs that are no longer needed. */
  readonly spare: readonly string[];
}

/**
 * Joins the parts of an upload to a file and creates a resource or field for it. The final part is recorded only in the
 * same transaction, so after any failure the client can retry from the offset before it.
 */
@Injectable()
export class TusFinisher {
  constructor(
    private readonly blobs: BlobStore,
    private readonly transactions: Transactions,
    private readonly uploads: TusUploads,
    private readonly files: FileWriter,
  ) {}

  /**
   * @param upload its state before the last part
   * @throws AppError `conflict` when it was continued or completed concurrently, `invalid_request` when the MD5 differs
   *   from the declared one; also the errors of `FileWriter`
   */
  async finish(upload: TusUploadEntity, completion: Completion): Promise<FinishedUpload> {
    const bytes = await this.bytesOf(upload, completion);
    try {
      const {
        uuid: rid,
        field_id: fieldId,
        seqid,
      } = await knowingWhetherDone(() => this.store(upload, bytes, completion.principal));
      return finishedUpload(upload.kbid, { rid, fieldId }, seqid);
    } catch (error) {
      // If it is unknown whether the transaction was committed, a row may refer to the bytes.
      if (error instanceof AppError && error.isUndone) await this.blobs.delete(bytes.blob.key);
      throw error;
    }
  }

  /** A file in a single part is already in place; several parts are joined. */
  private async bytesOf(upload: TusUploadEntity, { last, signal }: Completion): Promise<FileBytes> {
    const parts = await this.transactions.read((tx) => this.uploads.rows.listParts(upload, tx));
    if (last && parts.length === 0) return { blob: last, spare: [] };
    const spare = last ? [last.key] : [];
    const key = `kb/${upload.kbid}/upload/${randomUUID()}`;
    try {
      const content = Readable.from(this.contents([...parts, ...spare], signal), { objectMode: false });
      const info = await this.blobs.write(key, content, { sizeBytesMax: this.uploads.sizeBytesMax });
      return { blob: { key, ...info }, spare };
    } catch (error) {
      // No row refers to the last part yet.
      await Promise.allSettled(spare.map((one) => this.blobs.delete(one)));
      throw error;
    }
  }

  private async *contents(keys: readonly string[], signal: AbortSignal): AsyncGenerator<Buffer> {
    for (const key of keys) {
      signal.throwIfAborted();
      yield* await this.blobs.read(key);
    }
  }

  private store(upload: TusUploadEntity, { blob, spare }: FileBytes, principal: Principal): Promise<UploadAccepted> {
    const { kbid, rid, fieldId } = upload;
    const { file, payload } = this.uploads.planOf(upload);
    checkMd5({ header: 'upload-metadata', md5: file.md5 }, blob.md5);
    const guard = async (tx: EntityManager, stored: StoredFile) => {
      const now = new Date();
      const locked = await this.uploads.lockUnchanged(upload, now, tx);
      await this.uploads.finish(locked, { offset: blob.sizeBytes, stored, spare, now }, tx);
    };
    if (rid === null || fieldId === null)
      return this.files.create({ kbid, principal }, { file, blob }, { payload, guard });
    return this.files.put({ kbid, rid, field_id: fieldId, principal }, { file, blob }, guard);
  }
}

/** Paths in the form that clients expect: below the base of the interface. */
export function finishedUpload(kbid: string, { rid, fieldId }: StoredFile, seqid: number | undefined): FinishedUpload {
  const resource = `/kb/${kbid}/resources/${rid}`;
  return { resource, field: `/kb/${kbid}/resources/${rid}/field/${fieldId}`, ...(seqid !== undefined && { seqid }) };
}
