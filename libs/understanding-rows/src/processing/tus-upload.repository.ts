import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThan, MoreThan } from 'typeorm';
import { ProcessingUploadEntity, ProcessingUploadPartEntity } from './tus-upload.entity';

/** Names an upload. */
export interface ProcessingUploadKey {
  readonly account: string;
  readonly id: string;
}

/** Rows of uploads that come in several requests. Expired rows are invisible. */
@Injectable()
export class ProcessingUploadRepository {
  /** @throws AppError `not_found` */
  async get({ account, id }: ProcessingUploadKey, now: Date, tx: EntityManager): Promise<ProcessingUploadEntity> {
    return found(await tx.findOneBy(ProcessingUploadEntity, { account, id, expires: MoreThan(now) }), id);
  }

  /** Kept from other writers until the transaction ends. @throws AppError `not_found` */
  async lock({ account, id }: ProcessingUploadKey, now: Date, tx: EntityManager): Promise<ProcessingUploadEntity> {
    const where = { account, id, expires: MoreThan(now) };
    return found(await tx.findOne(ProcessingUploadEntity, { where, lock: { mode: 'pessimistic_write' } }), id);
  }

  /** How many of an account are neither complete nor expired. */
  async countActive(account: string, now: Date, tx: EntityManager): Promise<number> {
    return tx.countBy(ProcessingUploadEntity, { account, blobKey: IsNull(), expires: MoreThan(now) });
  }

  async insert(upload: ProcessingUploadEntity, tx: EntityManager): Promise<void> {
    await tx.insert(ProcessingUploadEntity, upload);
  }

  /** Stores changes of a locked upload. */
  async update({ account, id, ...members }: ProcessingUploadEntity, tx: EntityManager): Promise<void> {
    await tx.update(ProcessingUploadEntity, { account, id }, members);
  }

  async addPart(part: ProcessingUploadPartEntity, tx: EntityManager): Promise<void> {
    await tx.insert(ProcessingUploadPartEntity, part);
  }

  async countParts({ account, id }: ProcessingUploadKey, tx: EntityManager): Promise<number> {
    return tx.countBy(ProcessingUploadPartEntity, { account, uploadId: id });
  }

  /** Keys of blobs, in the order of the bytes. */
  async listParts({ account, id }: ProcessingUploadKey, tx: EntityManager): Promise<readonly string[]> {
    const where = { account, uploadId: id };
    const parts = await tx.find(ProcessingUploadPartEntity, { where, order: { start: 'ASC' } });
    return parts.map(({ blobKey }) => blobKey);
  }

  /** @returns where it began in the file; undefined for a part of another upload */
  async deletePart(
    { account, id, blobKey }: ProcessingUploadKey & { readonly blobKey: string },
    tx: EntityManager,
  ): Promise<number | undefined> {
    const where = { account, uploadId: id, blobKey };
    const part = await tx.findOneBy(ProcessingUploadPartEntity, where);
    await tx.delete(ProcessingUploadPartEntity, where);
    return part?.start;
  }

  /** @returns keys of their blobs, which rows no longer name */
  async deleteParts(key: ProcessingUploadKey, tx: EntityManager): Promise<readonly string[]> {
    const blobs = await this.listParts(key, tx);
    await tx.delete(ProcessingUploadPartEntity, { account: key.account, uploadId: key.id });
    return blobs;
  }

  async delete({ account, id }: ProcessingUploadKey, tx: EntityManager): Promise<void> {
    await tx.delete(ProcessingUploadEntity, { account, id });
  }

  /** Those that have expired, locked; without those that others work on. */
  async lockExpired(now: Date, limit: number, tx: EntityManager): Promise<readonly ProcessingUploadEntity[]> {
    return tx.find(ProcessingUploadEntity, {
      where: { expires: LessThan(now) },
      order: { expires: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }
}

function found(upload: ProcessingUploadEntity | null, id: string): ProcessingUploadEntity {
  if (!upload) throw new AppError('not_found', `Resumable URI not found for upload_id: ${id}`);
  return upload;
}
