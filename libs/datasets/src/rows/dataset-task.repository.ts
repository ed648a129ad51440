import { admitWithinQuota, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { DatasetKey } from './dataset.repository';
import { type DatasetPosition, DatasetTaskEntity } from './dataset-task.entity';

const PER_DATASET_MAX = 100;

/** Tasks of datasets. */
@Injectable()
export class DatasetTaskRepository {
  /** @throws AppError `quota_exceeded` */
  async insert(row: DatasetTaskEntity, tx: EntityManager): Promise<void> {
    const { account, dataset } = row;
    await admitWithinQuota(tx, {
      name: `dataset-tasks/${dataset}`,
      count: () => tx.countBy(DatasetTaskEntity, { account, dataset }),
      max: PER_DATASET_MAX,
      refusal: `A dataset has at most ${PER_DATASET_MAX} tasks: delete some`,
    });
    // Free JSON, for which TypeORM's type of a partial row has no words.
    const inserted: object = { ...row, parameters: storable(row.parameters) };
    await tx.insert(DatasetTaskEntity, inserted);
  }

  async find(
    { account, id: dataset }: DatasetKey,
    id: string,
    tx: EntityManager,
  ): Promise<DatasetTaskEntity | undefined> {
    return (await tx.findOneBy(DatasetTaskEntity, { account, dataset, id })) ?? undefined;
  }

  /** Undefined once it has ended. */
  async findOpen(id: string, tx: EntityManager): Promise<DatasetTaskEntity | undefined> {
    return (await tx.findOneBy(DatasetTaskEntity, { id, ...open })) ?? undefined;
  }

  /** Newest first. */
  async list({ account, id: dataset }: DatasetKey, tx: EntityManager): Promise<DatasetTaskEntity[]> {
    return tx.find(DatasetTaskEntity, { where: { account, dataset }, order: { created: 'DESC', id: 'ASC' } });
  }

  /** @returns false if it has ended */
  async update(
    id: string,
    changes: Partial<
      Pick<DatasetTaskEntity, 'scheduledAt' | 'completedAt' | 'stoppedAt' | 'failedAt' | 'retries' | 'log'>
    >,
    tx: EntityManager,
  ): Promise<boolean> {
    return ((await tx.update(DatasetTaskEntity, { id, ...open }, storable(changes))).affected ?? 0) > 0;
  }

  /** @returns false if it has ended */
  async advance(
    id: string,
    { position, log }: { readonly position: DatasetPosition; readonly log: string | null },
    tx: EntityManager,
  ): Promise<boolean> {
    const changes: object = { position, log: storable(log), retries: 0 };
    return ((await tx.update(DatasetTaskEntity, { id, ...open }, changes)).affected ?? 0) > 0;
  }

  async delete(id: string, tx: EntityManager): Promise<void> {
    await tx.delete(DatasetTaskEntity, { id });
  }
}

const open = { completedAt: IsNull(), stoppedAt: IsNull(), failedAt: IsNull() };

/** Key of the job of a task. */
export function datasetTaskKey(id: string): string {
  return `dataset-task:${id}`;
}
