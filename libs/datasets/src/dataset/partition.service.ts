import { BlobStore } from '@lectern/blob-store';
import { AppError, naiveUtc } from '@lectern/contracts/core';
import type { Download, StoredBlob } from '@lectern/contracts/knowledge-box';
import type { DatasetPartition, DatasetPartitionList } from '@lectern/contracts/understanding';
import { knowingWhetherDone, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { partitionColumns } from '../arrow/partition-columns';
import { checkedRows } from '../arrow/partition-stream';
import type { DatasetPartitionEntity } from '../rows/dataset.entity';
import { type DatasetKey, DatasetRepository, type PartitionKey } from '../rows/dataset.repository';

const PER_PAGE = 1_000;
const CONTENT_TYPE = 'application/vnd.apache.arrow.stream';

/** Takes, shows and deletes partitions of datasets. */
@Injectable()
export class PartitionService {
  constructor(
    private readonly transactions: Transactions,
    private readonly datasets: DatasetRepository,
    private readonly blobs: BlobStore,
  ) {}

  /**
   * Checks the whole stream before it replaces an earlier partition of this name.
   *
   * @throws AppError `not_found`, `invalid_request`, `quota_exceeded`
   */
  async put(key: PartitionKey, blob: StoredBlob, signal: AbortSignal): Promise<null> {
    await this.store(key, blob, signal);
    return null;
  }

  /** The same. @throws AppError as `put` */
  async store(key: PartitionKey, blob: StoredBlob, signal: AbortSignal): Promise<DatasetPartition> {
    const { key: blobKey, sizeBytes } = blob;
    const { account, dataset } = key;
    const { type } = await this.transactions.read((tx) => this.datasets.get({ account, id: dataset }, tx));
    const content = await this.blobs.read(blobKey);
    const rowCount = await checkedRows(content, { columns: partitionColumns[type], owner: account, signal });
    const row: DatasetPartitionEntity = { ...key, blobKey, sizeBytes, rowCount, uploadedAt: new Date() };
    const replaced = await knowingWhetherDone(() =>
      this.transactions.run(async (tx) => {
        await this.datasets.get({ account, id: dataset }, tx);
        return this.datasets.putPartition(row, tx);
      }),
    );
    if (replaced !== undefined) await this.blobs.delete(replaced);
    return shownPartition(row);
  }

  /** @throws AppError `not_found` */
  async list(key: DatasetKey, after = ''): Promise<DatasetPartitionList> {
    const page = await this.transactions.read(async (tx) => {
      await this.datasets.get(key, tx);
      return this.datasets.listPartitions(key, { after, limit: PER_PAGE }, tx);
    });
    return { partitions: page.map(shownPartition) };
  }

  /** @throws AppError `not_found` */
  async download(key: PartitionKey): Promise<Download> {
    const found = await this.transactions.read((tx) => this.datasets.findPartition(key, tx));
    if (!found) throw unknownPartition();
    const { blobKey, sizeBytes, id } = found;
    return { key: blobKey, sizeBytes, contentType: CONTENT_TYPE, filename: `${id}.arrows`, inline: false };
  }

  /** @throws AppError `not_found` */
  async delete(key: PartitionKey): Promise<null> {
    const removed = await this.transactions.run((tx) => this.datasets.deletePartitions(key, tx));
    if (removed.length === 0) throw unknownPartition();
    for (const blob of removed) await this.blobs.delete(blob);
    return null;
  }

  /** @throws AppError `not_found` */
  async deleteAll({ account, id }: DatasetKey): Promise<null> {
    const removed = await this.transactions.run(async (tx) => {
      await this.datasets.get({ account, id }, tx);
      return this.datasets.deletePartitions({ account, dataset: id }, tx);
    });
    for (const blob of removed) await this.blobs.delete(blob);
    return null;
  }
}

function shownPartition({ id, sizeBytes, rowCount, uploadedAt }: DatasetPartitionEntity): DatasetPartition {
  return { id, size_bytes: sizeBytes, rows: rowCount, timestamp: naiveUtc(uploadedAt) };
}

function unknownPartition(): AppError {
  return new AppError('not_found', 'Partition not found');
}
