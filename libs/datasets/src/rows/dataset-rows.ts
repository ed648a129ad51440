import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { DatasetEntity } from './dataset.entity';
import { type DatasetKey, DatasetRepository } from './dataset.repository';
import { DatasetTaskRepository } from './dataset-task.repository';

/** Datasets and their tasks. */
@Injectable()
export class DatasetRows {
  constructor(
    readonly transactions: Transactions,
    readonly datasets: DatasetRepository,
    readonly tasks: DatasetTaskRepository,
  ) {}

  /** @throws AppError `not_found` */
  async get(key: DatasetKey): Promise<DatasetEntity> {
    return this.transactions.read((tx) => this.datasets.get(key, tx));
  }
}
