import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { DatasetRepository } from './dataset.repository';
import { DatasetTaskRepository } from './dataset-task.repository';

/** Datasets and their tasks. */
@Injectable()
export class DatasetRows {
  constructor(
    readonly transactions: Transactions,
    readonly datasets: DatasetRepository,
    readonly tasks: DatasetTaskRepository,
  ) {}
}
