import { AccountTarget } from '../../accounts/account/account.dto';
import { type Failures, failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { Download, StoredBlob } from '../../knowledge-box/upload/upload.dto';
import { processesForAccount } from '../processing-interface';
import {
  AccountDatasetTarget,
  AccountPartitionTarget,
  CreatedDataset,
  Dataset,
  DatasetExport,
  DatasetExportTarget,
  DatasetList,
  DatasetModelMap,
  DatasetPartition,
  DatasetPartitionList,
  DatasetPartitionsQuery,
  DatasetTarget,
  NewDataset,
  PartitionHeaders,
  PartitionTarget,
} from './dataset.dto';

const deadlineMs = 15_000;
/** Time to check the largest partition. */
const CHECK_DEADLINE_MS = 900_000;
/** As long as a process that stops lets answers end. */
const EXPORT_DEADLINE_MS = 120_000;

const reads: Policy = { credentials: ['nua', 'user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' };
const writes: Policy = { credentials: ['nua', 'user', 'pat'], role: 'AOWNER', on: 'account' };

const account = '/api/v1/account/{account}';
const item = `${account}/dataset/{dataset_id}`;
const own = '/api/v1/dataset/{dataset_id}';

const unknown: Failures = { not_found: 'The account has no such dataset.' };
const unknownPartition: Failures = { not_found: 'The account has no such dataset, or the dataset no such partition.' };

/**
 * Creates an empty dataset. Its type determines the columns of its partitions. An account has at most 1,000 datasets.
 */
export const createDataset = operation({
  name: 'understanding.dataset.create',
  feature: 'training',
  summary: 'Create a dataset',
  http: { method: 'POST', path: '/api/v1/datasets', host: 'zone', success: 201 },
  policy: processesForAccount,
  body: NewDataset,
  answer: CreatedDataset,
  fails: { ...failsWithoutRoom, quota_exceeded: 'The account has 1,000 datasets.' },
  deadlineMs,
  doors: [
    {
      name: 'understanding.dataset.create-in-account',
      summary: 'Create a dataset in an account',
      description: 'The same as `understanding.dataset.create`, for owners of the account.',
      http: { path: `${account}/datasets` },
      policy: writes,
      params: AccountTarget,
    },
  ],
});

/** Lists the datasets of an account, newest first. */
export const listDatasets = operation({
  name: 'understanding.dataset.list',
  summary: 'List the datasets of an account',
  http: { method: 'GET', path: `${account}/datasets`, host: 'zone', success: 200 },
  policy: reads,
  params: AccountTarget,
  answer: DatasetList,
  deadlineMs,
});

/** Returns a dataset without its rows. */
export const getDataset = operation({
  name: 'understanding.dataset.get',
  summary: 'Get a dataset',
  http: { method: 'GET', path: item, host: 'zone', success: 200 },
  policy: reads,
  params: AccountDatasetTarget,
  answer: Dataset,
  fails: unknown,
  deadlineMs,
});

/** Deletes a dataset with its partitions and tasks. Running tasks are stopped. */
export const deleteDataset = operation({
  name: 'understanding.dataset.delete',
  summary: 'Delete a dataset',
  http: { method: 'DELETE', path: own, host: 'zone', success: 204, reply: 'empty' },
  policy: processesForAccount,
  params: DatasetTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs,
  doors: [
    {
      name: 'understanding.dataset.delete-in-account',
      summary: 'Delete a dataset of an account',
      description: 'The same as `understanding.dataset.delete`, for owners of the account.',
      http: { path: item },
      policy: writes,
      params: AccountDatasetTarget,
    },
  ],
});

/**
 * Lists the models that tasks of a dataset can name, and those that were registered as trained with it (`trained_kbid`
 * of a custom model). Lectern trains no models itself.
 */
export const listDatasetModels = operation({
  name: 'understanding.dataset.models',
  summary: 'List the models for a dataset',
  http: { method: 'GET', path: `${item}/models`, host: 'zone', success: 200, member: 'models' },
  policy: { credentials: ['nua'], role: 'any', on: 'account' },
  params: AccountDatasetTarget,
  answer: DatasetModelMap,
  fails: unknown,
  deadlineMs,
});

/**
 * Stores a partition: one Arrow IPC stream with the columns of the type of the dataset, uncompressed and without
 * dictionaries, in record batches of at most 64 MiB. A partition of the same name is replaced. A stream that ends too
 * early, or has other columns, is refused and nothing changes.
 */
export const uploadPartition = operation({
  name: 'understanding.dataset.upload',
  feature: 'training',
  summary: 'Upload a partition of a dataset',
  http: {
    method: 'PUT',
    path: `${own}/partition/{partition_id}`,
    host: 'zone',
    success: 204,
    reply: 'empty',
    bodyKind: 'upload',
  },
  policy: processesForAccount,
  params: PartitionTarget,
  headers: PartitionHeaders,
  body: StoredBlob,
  fails: {
    ...failsWithoutRoom,
    ...unknown,
    too_large: 'The partition is larger than the limit of uploads.',
    invalid_request:
      'The request is not valid, `Content-Length` is missing, or the body is not a complete Arrow IPC stream with the ' +
      'columns of the dataset.',
    quota_exceeded: 'The dataset has 10,000 partitions.',
  },
  deadlineMs: CHECK_DEADLINE_MS,
  doors: [
    {
      name: 'understanding.dataset.upload-in-account',
      summary: 'Upload a partition of a dataset of an account',
      description: 'The same as `understanding.dataset.upload`, for owners of the account.',
      http: { path: `${item}/partition/{partition_id}` },
      policy: writes,
      params: AccountPartitionTarget,
    },
  ],
});

/**
 * Writes a training set of a knowledge box into a partition of a dataset. Its name is the id of the box; an earlier one
 * is replaced. The type is that of the dataset. Rows without a text are left out. Members of the account may read the
 * dataset, whatever they may see of the box.
 */
export const exportToDataset = operation({
  name: 'understanding.dataset.export',
  feature: 'training',
  summary: 'Write a training set of a knowledge box into a dataset',
  http: {
    method: 'POST',
    path: '/api/v1/kb/{kbid}/trainset/{partition}/dataset/{dataset_id}',
    host: 'zone',
    success: 200,
  },
  policy: { credentials: ['user', 'pat'], role: 'AOWNER', on: 'kb', showsWholeBox: true },
  params: DatasetExportTarget,
  body: DatasetExport,
  answer: DatasetPartition,
  fails: {
    ...failsWithoutRoom,
    not_found: 'The account has no such dataset, or the knowledge box no such partition.',
    too_large: 'The partition is larger than the limit of uploads.',
    invalid_request: 'The request is not valid, or the type of the dataset needs labels.',
    invalid_query: 'The filter expression names something that does not exist.',
    quota_exceeded: 'The dataset has 10,000 partitions.',
    rate_limited: 'As many exports are running as there may be.',
  },
  deadlineMs: EXPORT_DEADLINE_MS,
});

/** Lists the partitions of a dataset by name, 1,000 per page. */
export const listPartitions = operation({
  name: 'understanding.dataset.partitions',
  summary: 'List the partitions of a dataset',
  http: { method: 'GET', path: `${item}/partitions`, host: 'zone', success: 200 },
  policy: reads,
  params: AccountDatasetTarget,
  query: DatasetPartitionsQuery,
  answer: DatasetPartitionList,
  fails: unknown,
  deadlineMs,
});

/**
 * Returns a partition as it was uploaded. `Range` with one range of bytes is answered 206. Where the object store can
 * be reached by clients, 307 sends them there.
 */
export const downloadPartition = operation({
  name: 'understanding.dataset.download',
  feature: 'training',
  summary: 'Download a partition of a dataset',
  http: {
    method: 'GET',
    path: `${item}/partition/{partition_id}`,
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 307],
  },
  policy: reads,
  params: AccountPartitionTarget,
  answer: Download,
  fails: {
    ...unknownPartition,
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
  },
  deadlineMs,
});

/** Deletes a partition. */
export const deletePartition = operation({
  name: 'understanding.dataset.delete-partition',
  summary: 'Delete a partition of a dataset',
  http: { method: 'DELETE', path: `${item}/partition/{partition_id}`, host: 'zone', success: 204, reply: 'empty' },
  policy: writes,
  params: AccountPartitionTarget,
  fails: { ...failsWithoutRoom, ...unknownPartition },
  deadlineMs,
});

/** Deletes all partitions of a dataset; the dataset stays. */
export const deletePartitions = operation({
  name: 'understanding.dataset.delete-partitions',
  summary: 'Delete all partitions of a dataset',
  http: { method: 'DELETE', path: `${item}/partitions`, host: 'zone', success: 204, reply: 'empty' },
  policy: writes,
  params: AccountDatasetTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs,
});
