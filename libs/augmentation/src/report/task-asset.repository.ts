import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TaskAssetEntity } from './task-asset.entity';

/** Reports that a knowledge box keeps; older ones are removed. */
export const TASK_ASSETS_MAX = 1_000;

/** Files of reports. */
@Injectable()
export class TaskAssetRepository {
  /** Does nothing for those that exist. */
  async insert(rows: readonly TaskAssetEntity[], tx: EntityManager): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(TaskAssetEntity)
      .values([...rows])
      .orIgnore()
      .execute();
  }

  /** Newest first. */
  async list(kbid: string, tx: EntityManager): Promise<TaskAssetEntity[]> {
    return tx.find(TaskAssetEntity, {
      where: { kbid },
      order: { createdAt: 'DESC', id: 'ASC' },
      take: TASK_ASSETS_MAX,
    });
  }

  async find(kbid: string, id: string, tx: EntityManager): Promise<TaskAssetEntity | undefined> {
    return (await tx.findOneBy(TaskAssetEntity, { kbid, id })) ?? undefined;
  }

  /** Removes those beyond the newest. @returns their files */
  async prune(kbid: string, tx: EntityManager): Promise<readonly string[]> {
    const [rows]: [{ readonly key: string }[]] = await tx.query(
      `DELETE FROM task_assets WHERE kbid = $1 AND id IN (
        SELECT id FROM task_assets WHERE kbid = $1 ORDER BY created_at DESC, id OFFSET $2
      ) RETURNING blob_key AS key`,
      [kbid, TASK_ASSETS_MAX],
    );
    return rows.map(({ key }) => key);
  }

  async deleteOfBox(kbid: string, tx: EntityManager): Promise<void> {
    await tx.delete(TaskAssetEntity, { kbid });
  }
}
