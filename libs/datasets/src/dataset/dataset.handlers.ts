import { handlersOf } from '@lectern/bus';
import {
  createDataset,
  deleteDataset,
  deletePartition,
  deletePartitions,
  downloadPartition,
  getDataset,
  listDatasetModels,
  listDatasets,
  listPartitions,
  uploadPartition,
} from '@lectern/contracts/understanding';
import { accountOf } from '@lectern/understanding';
import { DatasetService } from './dataset.service';
import { PartitionService } from './partition.service';

export const DatasetHandlers = handlersOf(DatasetService)
  .answer(createDataset, (datasets, { principal, body }) => datasets.create(principal, body))
  .answer(listDatasets, (datasets, { params: { account } }) => datasets.list(account))
  .answer(getDataset, (datasets, { params: { account, dataset_id: id } }) => datasets.get({ account, id }))
  .answer(deleteDataset, (datasets, { params: { dataset_id: id }, principal }) =>
    datasets.delete({ account: accountOf(principal), id }),
  )
  .answer(listDatasetModels, (datasets, { params: { account, dataset_id: id } }) =>
    datasets.listModels({ account, id }),
  )
  .of(PartitionService)
  .answer(
    uploadPartition,
    (partitions, { params: { dataset_id: dataset, partition_id: id }, body, principal, signal }) =>
      partitions.put({ account: accountOf(principal), dataset, id }, body, signal),
  )
  .answer(listPartitions, (partitions, { params: { account, dataset_id: id }, query }) =>
    partitions.list({ account, id }, query.after),
  )
  .answer(downloadPartition, (partitions, { params: { account, dataset_id: dataset, partition_id: id } }) =>
    partitions.download({ account, dataset, id }),
  )
  .answer(deletePartition, (partitions, { params: { account, dataset_id: dataset, partition_id: id } }) =>
    partitions.delete({ account, dataset, id }),
  )
  .answer(deletePartitions, (partitions, { params: { account, dataset_id: id } }) =>
    partitions.deleteAll({ account, id }),
  );
