import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan, MoreThan } from 'typeorm';
import { ProcessingFileEntity } from './processing.entity';

/** Files that were uploaded to be pushed. */
@Injectable()
export class ProcessingFileRepository {
  async insert(file: ProcessingFileEntity, tx: EntityManager): Promise<void> {
    await tx.insert(ProcessingFileEntity, file);
  }

  /** Keeps a file until a date at least. @returns false when the account no longer has the file */
  async keep(
    { account, blobKey }: Pick<ProcessingFileEntity, 'account' | 'blobKey'>,
    { now, until }: { readonly now: Date; readonly until: Date },
    tx: EntityManager,
  ): Promise<boolean> {
    const file = await tx.findOne(ProcessingFileEntity, {
      where: { account, blobKey, expires: MoreThan(now) },
      lock: { mode: 'pessimistic_write' },
    });
    if (!file) return false;
    if (file.expires < until) await tx.update(ProcessingFileEntity, { blobKey }, { expires: until });
    return true;
  }

  /** Those that have expired, locked; without those that others work on. */
  async lockExpired(now: Date, limit: number, tx: EntityManager): Promise<readonly ProcessingFileEntity[]> {
    return tx.find(ProcessingFileEntity, {
      where: { expires: LessThan(now) },
      order: { expires: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  async delete(blobKey: string, tx: EntityManager): Promise<void> {
    await tx.delete(ProcessingFileEntity, { blobKey });
  }
}
