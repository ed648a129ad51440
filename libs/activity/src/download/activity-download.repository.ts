import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan } from 'typeorm';
import { ActivityDownloadEntity } from './activity-download.entity';

/** Identifies a download. */
export type DownloadKey = Pick<ActivityDownloadEntity, 'kbid' | 'id'>;

@Injectable()
export class ActivityDownloadRepository {
  async insert(row: ActivityDownloadEntity, tx: EntityManager): Promise<void> {
    await tx.insert(ActivityDownloadEntity, row);
  }

  async find({ kbid, id }: DownloadKey, tx: EntityManager): Promise<ActivityDownloadEntity | null> {
    return tx.findOneBy(ActivityDownloadEntity, { kbid, id });
  }

  async findByToken(token: string, tx: EntityManager): Promise<ActivityDownloadEntity | null> {
    return tx.findOneBy(ActivityDownloadEntity, { token });
  }

  async listWithIds(ids: readonly string[], tx: EntityManager): Promise<ActivityDownloadEntity[]> {
    return tx.findBy(ActivityDownloadEntity, { id: In([...ids]) });
  }

  /** Number of downloads that are neither finished nor given up. */
  async countUnfinished(kbid: string, tx: EntityManager): Promise<number> {
    return tx.countBy(ActivityDownloadEntity, { kbid, sizeBytes: IsNull(), error: IsNull() });
  }

  /** @returns whether it still exists */
  async update(
    { kbid, id }: DownloadKey,
    changes: Partial<Pick<ActivityDownloadEntity, 'sizeBytes' | 'error'>>,
    tx: EntityManager,
  ): Promise<boolean> {
    const { affected } = await tx.update(ActivityDownloadEntity, { kbid, id }, changes);
    return (affected ?? 0) > 0;
  }

  async listExpired(now: Date, limit: number, tx: EntityManager): Promise<ActivityDownloadEntity[]> {
    return tx.find(ActivityDownloadEntity, { where: { expiresAt: LessThan(now) }, take: limit });
  }

  async delete({ kbid, id }: DownloadKey, tx: EntityManager): Promise<void> {
    await tx.delete(ActivityDownloadEntity, { kbid, id });
  }
}
