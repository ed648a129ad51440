import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobStore, uploadSlice } from '@lectern/blob-store';
import { Bus } from '@lectern/bus';
import { readConfig } from '@lectern/config';
import { AppError, type Principal } from '@lectern/contracts/core';
import { streamTrainset, TrainsetFilter, type TrainsetType, trainsetTypes } from '@lectern/contracts/knowledge-box';
import type { DatasetExport, DatasetPartition } from '@lectern/contracts/understanding';
import { accountOf } from '@lectern/understanding';
import { Injectable } from '@nestjs/common';
import { ByteReader } from '../arrow/byte-reader';
import { PartitionService } from '../dataset/partition.service';
import { DatasetRows } from '../rows/dataset-rows';
import { arrowStream } from './arrow-stream';
import { type PartitionRow, rowsOfBatch } from './trainset-rows';

/** Items of a batch, which becomes a record batch. */
const BATCH_ITEMS = 1_000;
/** A record batch of partitions has at most as much. */
const BATCH_BYTES_MAX = 64 * 1024 ** 2;
const LENGTH_BYTES = 4;
/** Exports at a time in a process. */
const EXPORTS_MAX = 4;

/** Where a training set is from, and the dataset that it goes to. */
export interface ExportRoute {
  readonly kbid: string;
  /** Of the knowledge box. */
  readonly partition: string;
  readonly dataset: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** Writes training sets of knowledge boxes into datasets. */
@Injectable()
export class DatasetExportService {
  private running = 0;

  constructor(
    private readonly bus: Bus,
    private readonly blobs: BlobStore,
    private readonly rows: DatasetRows,
    private readonly partitions: PartitionService,
  ) {}

  /** @throws AppError those of the training set, and `not_found`, `rate_limited`, `too_large`, `quota_exceeded` */
  async export(route: ExportRoute, wanted: DatasetExport): Promise<DatasetPartition> {
    const account = accountOf(route.principal);
    const { type, labels } = await this.rows.get({ account, id: route.dataset });
    if (this.running >= EXPORTS_MAX)
      throw new AppError('rate_limited', `${EXPORTS_MAX} exports into datasets are running: try again later`);
    this.running += 1;
    try {
      const key = `account/${account}/upload/${randomUUID()}`;
      const content = Readable.from(arrowStream(type, this.batches(route, { ...wanted, type, labels })));
      const { UPLOAD_SIZE_BYTES_MAX: sizeBytesMax } = readConfig(uploadSlice);
      const info = await this.blobs.write(key, content, { sizeBytesMax });
      return await this.stored(route, { key, ...info }, account);
    } finally {
      this.running -= 1;
    }
  }

  private async stored(
    { kbid: id, dataset, signal }: ExportRoute,
    blob: { readonly key: string; readonly sizeBytes: number; readonly md5: string; readonly sha256: string },
    account: string,
  ): Promise<DatasetPartition> {
    try {
      return await this.partitions.store({ account, dataset, id }, blob, signal);
    } catch (error) {
      await this.blobs.delete(blob.key);
      throw error;
    }
  }

  private async *batches(
    { kbid, partition, principal, signal }: ExportRoute,
    {
      type,
      labels,
      filter: given,
      filter_expression,
      exclude_text,
    }: DatasetExport & { readonly type: TrainsetType; readonly labels: readonly string[] },
  ): AsyncGenerator<readonly PartitionRow[]> {
    const lists = given ?? new TrainsetFilter();
    const filter = lists.labels.length > 0 ? lists : { ...lists, labels: [...labels] };
    const body = {
      type: trainsetTypes.indexOf(type),
      batch_size: BATCH_ITEMS,
      filter,
      filter_expression,
      exclude_text,
    };
    const stream = this.bus.stream(streamTrainset, { params: { kbid, partition }, body }, { principal, signal });
    const reader = new ByteReader(Readable.from(trainsetBytes(stream), { objectMode: false }));
    try {
      for (;;) {
        const length = await reader.take(LENGTH_BYTES);
        if (length.length === 0) return;
        yield rowsOfBatch(type, await wholeBatch(reader, length));
      }
    } finally {
      reader.close();
    }
  }
}

async function wholeBatch(reader: ByteReader, length: Uint8Array): Promise<Uint8Array> {
  const bytes = length.length === LENGTH_BYTES ? Buffer.from(length).readUInt32BE() : 0;
  if (bytes > BATCH_BYTES_MAX)
    throw new AppError('invalid_request', `A field is larger than ${BATCH_BYTES_MAX} bytes: leave it out by a filter`);
  const batch = await reader.take(bytes);
  if (bytes === 0 || batch.length < bytes) throw new AppError('unavailable', 'The training set ended in a batch');
  return batch;
}

async function* trainsetBytes(chunks: AsyncIterable<{ readonly bytes?: Uint8Array }>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of chunks) if (bytes) yield bytes;
}
