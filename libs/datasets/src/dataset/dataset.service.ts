import { randomUUID } from 'node:crypto';
import { BlobStore } from '@lectern/blob-store';
import { naiveUtc, type Principal } from '@lectern/contracts/core';
import type {
  CreatedDataset,
  Dataset,
  DatasetList,
  DatasetModel,
  DatasetModelMap,
  NewDataset,
} from '@lectern/contracts/understanding';
import { TaskQueue } from '@lectern/database';
import { accountOf, CustomModelService, DeploymentModels } from '@lectern/understanding';
import { Injectable } from '@nestjs/common';
import { DatasetRows } from '../rows/dataset-rows';
import { datasetTaskKey } from '../rows/dataset-task.repository';
import type { DatasetEntity } from '../rows/dataset.entity';
import type { DatasetKey } from '../rows/dataset.repository';

/** Creates, shows and deletes datasets of accounts. */
@Injectable()
export class DatasetService {
  constructor(
    private readonly rows: DatasetRows,
    private readonly jobs: TaskQueue,
    private readonly blobs: BlobStore,
    private readonly customModels: CustomModelService,
    private readonly models: DeploymentModels,
  ) {}

  /** @throws AppError `quota_exceeded` */
  async create(principal: Principal, { name, type, filter }: NewDataset): Promise<CreatedDataset> {
    const id = randomUUID();
    const row: DatasetEntity = {
      account: accountOf(principal),
      id,
      name,
      type,
      labels: filter.labels,
      nuaClient: principal.kind === 'nua' ? principal.id : null,
      createdAt: new Date(),
    };
    await this.rows.transactions.run((tx) => this.rows.datasets.insert(row, tx));
    return { id };
  }

  async list(account: string): Promise<DatasetList> {
    return this.rows.transactions.read(async (tx) => {
      const all = await this.rows.datasets.list(account, tx);
      const filled = await this.rows.datasets.withPartitions(account, tx);
      return { datasets: all.map((row) => datasetOf(row, filled)) };
    });
  }

  /** @throws AppError `not_found` */
  async get(key: DatasetKey): Promise<Dataset> {
    return this.rows.transactions.read(async (tx) => {
      const row = await this.rows.datasets.get(key, tx);
      const [first] = await this.rows.datasets.listPartitions(key, { after: '', limit: 1 }, tx);
      return datasetOf(row, new Set(first && [row.id]));
    });
  }

  /** Stops its tasks. @throws AppError `not_found` */
  async delete(key: DatasetKey): Promise<null> {
    const removed = await this.rows.transactions.run(async (tx) => {
      await this.rows.datasets.get(key, tx);
      for (const { id } of await this.rows.tasks.list(key, tx)) await this.jobs.stop(datasetTaskKey(id), { tx });
      const blobs = await this.rows.datasets.deletePartitions({ account: key.account, dataset: key.id }, tx);
      await this.rows.datasets.delete(key, tx);
      return blobs;
    });
    // Blobs that are left over by a crash are removed by the sweep.
    for (const blob of removed) await this.blobs.delete(blob);
    return null;
  }

  /** @throws AppError `not_found` */
  async listModels(key: DatasetKey): Promise<DatasetModelMap> {
    await this.rows.get(key);
    const { generators, embedders } = this.models.available;
    const { models: custom } = await this.customModels.list(key.account);
    const models: Record<string, DatasetModel> = {};
    for (const { id } of generators) models[id] = { model: id, title: id, model_type: 'GENERATIVE', trained: false };
    for (const { id } of embedders) models[id] = { model: id, title: id, model_type: 'EMBEDDINGS', trained: false };
    for (const { model_id: id, location, title, trained_kbid: from } of custom)
      if (from === key.id) models[id] = { model: location, title, model_type: 'GENERATIVE', trained: true };
    return { models };
  }
}

function datasetOf(row: DatasetEntity, filled: ReadonlySet<string>): Dataset {
  const { id, account, name, type, labels, nuaClient, createdAt } = row;
  return {
    id,
    timestamp: naiveUtc(createdAt),
    account_id: account,
    nua_client_id: nuaClient,
    account_type: null,
    type,
    path: filled.has(id) ? `datasets/${id}` : null,
    filter: { labels },
    name,
  };
}
