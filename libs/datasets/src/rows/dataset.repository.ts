import { AppError } from '@lectern/contracts/core';
import { DATASETS_MAX, PARTITIONS_MAX } from '@lectern/contracts/understanding';
import { admitWithinQuota, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { DatasetEntity, DatasetPartitionEntity } from './dataset.entity';

/** A dataset and its account. */
export type DatasetKey = Pick<DatasetEntity, 'account' | 'id'>;
/** A partition, its dataset and its account. */
export type PartitionKey = Pick<DatasetPartitionEntity, 'account' | 'dataset' | 'id'>;

/** Datasets by account, so that no account reaches those of another. */
@Injectable()
export class DatasetRepository {
  /** @throws AppError `quota_exceeded` */
  async insert(row: DatasetEntity, tx: EntityManager): Promise<void> {
    const { account } = row;
    await admitWithinQuota(tx, {
      name: `datasets/${account}`,
      count: () => tx.countBy(DatasetEntity, { account }),
      max: DATASETS_MAX,
      refusal: `An account has at most ${DATASETS_MAX} datasets: delete some`,
    });
    const { name, labels } = row;
    await tx.insert(DatasetEntity, { ...row, ...storable({ name, labels }) });
  }

  /** @throws AppError `not_found` */
  async get({ account, id }: DatasetKey, tx: EntityManager): Promise<DatasetEntity> {
    const found = await tx.findOneBy(DatasetEntity, { account, id });
    if (!found) throw new AppError('not_found', 'Dataset not found');
    return found;
  }

  /** Newest first. */
  async list(account: string, tx: EntityManager): Promise<DatasetEntity[]> {
    return tx.find(DatasetEntity, { where: { account }, order: { createdAt: 'DESC', id: 'ASC' } });
  }

  /** With its partitions. */
  async delete({ account, id }: DatasetKey, tx: EntityManager): Promise<void> {
    await tx.delete(DatasetEntity, { account, id });
  }

  /** Of these datasets, those with partitions. */
  async withPartitions(account: string, tx: EntityManager): Promise<ReadonlySet<string>> {
    const rows: { readonly dataset: string }[] = await tx.query(
      'SELECT DISTINCT dataset FROM dataset_partitions WHERE account = $1',
      [account],
    );
    return new Set(rows.map(({ dataset }) => dataset));
  }

  async findPartition(key: PartitionKey, tx: EntityManager): Promise<DatasetPartitionEntity | undefined> {
    return (await tx.findOneBy(DatasetPartitionEntity, { ...key })) ?? undefined;
  }

  /** Partitions by name: the first `limit` after a name. */
  async listPartitions(
    { account, id: dataset }: DatasetKey,
    { after, limit }: { readonly after: string; readonly limit: number },
    tx: EntityManager,
  ): Promise<DatasetPartitionEntity[]> {
    const where = { account, dataset, id: MoreThan(after) };
    return tx.find(DatasetPartitionEntity, { where, order: { id: 'ASC' }, take: limit });
  }

  /** @returns the blob that it had before, if any @throws AppError `quota_exceeded` */
  async putPartition(row: DatasetPartitionEntity, tx: EntityManager): Promise<string | undefined> {
    const { account, dataset, id } = row;
    let before: DatasetPartitionEntity | undefined;
    await admitWithinQuota(tx, {
      name: `dataset-partitions/${dataset}`,
      count: async () => {
        before = await this.findPartition({ account, dataset, id }, tx);
        return before ? 0 : tx.countBy(DatasetPartitionEntity, { account, dataset });
      },
      max: PARTITIONS_MAX,
      refusal: `A dataset has at most ${PARTITIONS_MAX} partitions`,
    });
    await tx.upsert(DatasetPartitionEntity, row, ['account', 'dataset', 'id']);
    return before?.blobKey;
  }

  /** One partition, or all. @returns their blobs */
  async deletePartitions(
    { account, dataset, id }: Omit<PartitionKey, 'id'> & { readonly id?: string },
    tx: EntityManager,
  ): Promise<readonly string[]> {
    const [rows]: [{ readonly key: string }[]] = await tx.query(
      `DELETE FROM dataset_partitions WHERE account = $1 AND dataset = $2 AND ($3::text IS NULL OR id = $3)
      RETURNING blob_key AS key`,
      [account, dataset, id ?? null],
    );
    return rows.map(({ key }) => key);
  }
}
