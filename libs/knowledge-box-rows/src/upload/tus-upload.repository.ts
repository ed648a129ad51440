import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan, MoreThan } from 'typeorm';
import { holdBox } from '../knowledge-box/hold-box';
import { TusPartEntity, TusUploadEntity } from './tus-upload.entity';

/** Names an upload. */
export interface TusUploadKey {
  readonly kbid: string;
  readonly id: string;
}

/** The one character that no text of Postgres has. */
const NUL = '\0';

/** Rows of uploads that come in several requests. What has expired is as if it were not there. */
@Injectable()
export class TusUploadRepository {
  async find({ kbid, id }: TusUploadKey, now: Date, tx: EntityManager): Promise<TusUploadEntity | undefined> {
    if (id.includes(NUL)) return undefined;
    return (await tx.findOneBy(TusUploadEntity, { kbid, id, expires: MoreThan(now) })) ?? undefined;
  }

  /** @throws AppError `not_found` */
  async get(key: TusUploadKey, now: Date, tx: EntityManager): Promise<TusUploadEntity> {
    return found(await this.find(key, now, tx), key);
  }

  /** Kept from other writers until the transaction ends. @throws AppError `not_found` */
  async lock({ kbid, id }: TusUploadKey, now: Date, tx: EntityManager): Promise<TusUploadEntity> {
    if (id.includes(NUL)) return found(undefined, { kbid, id });
    const lock = { mode: 'pessimistic_write' } as const;
    const upload = await tx.findOne(TusUploadEntity, { where: { kbid, id, expires: MoreThan(now) }, lock });
    return found(upload ?? undefined, { kbid, id });
  }

  /** The same, expired ones included. */
  async findForUpdate({ kbid, id }: TusUploadKey, tx: EntityManager): Promise<TusUploadEntity | undefined> {
    const row = await tx.findOne(TusUploadEntity, { where: { kbid, id }, lock: { mode: 'pessimistic_write' } });
    return row ?? undefined;
  }

  /** How many of a box are neither complete nor expired. */
  async countActive(kbid: string, now: Date, tx: EntityManager): Promise<number> {
    return tx.countBy(TusUploadEntity, { kbid, finished: false, expires: MoreThan(now) });
  }

  /** Keeps the box from being deleted before the row is there. @throws AppError `not_found` when it is gone */
  async insert(upload: TusUploadEntity, tx: EntityManager): Promise<void> {
    await holdBox(upload.kbid, tx);
    await tx.insert(TusUploadEntity, upload);
  }

  /** Stores changes of a locked upload. */
  async update({ kbid, id, ...members }: TusUploadEntity, tx: EntityManager): Promise<void> {
    await tx.update(TusUploadEntity, { kbid, id }, members);
  }

  async addPart(part: TusPartEntity, tx: EntityManager): Promise<void> {
    await tx.insert(TusPartEntity, part);
  }

  async countParts({ kbid, id }: TusUploadKey, tx: EntityManager): Promise<number> {
    return tx.countBy(TusPartEntity, { kbid, uploadId: id });
  }

  /** Keys of blobs, in the order of the bytes. */
  async listParts({ kbid, id }: TusUploadKey, tx: EntityManager): Promise<string[]> {
    const parts = await tx.find(TusPartEntity, { where: { kbid, uploadId: id }, order: { start: 'ASC' } });
    return parts.map(({ blobKey }) => blobKey);
  }

  /** @returns keys of their blobs, which no row names any more */
  async deleteParts({ kbid, id }: TusUploadKey, tx: EntityManager): Promise<string[]> {
    const blobs = await this.listParts({ kbid, id }, tx);
    await tx.delete(TusPartEntity, { kbid, uploadId: id });
    return blobs;
  }

  async delete({ kbid, id }: TusUploadKey, tx: EntityManager): Promise<void> {
    await tx.delete(TusUploadEntity, { kbid, id });
  }

  /** Those that have expired, of all boxes, locked; without those that others work on. */
  async lockExpired(now: Date, limit: number, tx: EntityManager): Promise<TusUploadEntity[]> {
    return tx.find(TusUploadEntity, {
      where: { expires: LessThan(now) },
      order: { expires: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }
}

/** There is no upload of this id, or none that the caller asks for. */
export function unknownUpload(id: string): AppError {
  return new AppError('not_found', `Resumable URI not found for upload_id: ${id}`);
}

function found(upload: TusUploadEntity | undefined, { id }: TusUploadKey): TusUploadEntity {
  if (!upload) throw unknownUpload(id);
  return upload;
}
