import { BlobStore } from '@lectern/blob-store';
import { Injectable } from '@nestjs/common';
import { partitionColumns } from '../arrow/partition-columns';
import type { FieldRow } from '../arrow/partition-message';
import { batchesOf } from '../arrow/partition-stream';
import { refusedPartition, rowPageOf } from '../arrow/partition-threads';
import type { DatasetPosition } from '../rows/dataset-task.entity';
import { DatasetRows } from '../rows/dataset-rows';

const PARTITIONS_PER_PAGE = 100;

/** A dataset, and until when it is read. */
export interface ReadDataset {
  readonly account: string;
  readonly id: string;
  readonly signal: AbortSignal;
}

/** Rows, and the position of the first of them and after the last one. */
export interface PositionedRows {
  readonly rows: readonly FieldRow[];
  /** Position of the row at an index, also after the last one. */
  readonly at: (index: number) => DatasetPosition;
}

/** Reads the rows of a dataset in the order of its partitions. */
@Injectable()
export class PartitionRows {
  constructor(
    private readonly rows: DatasetRows,
    private readonly blobs: BlobStore,
  ) {}

  /** From a position on. @throws AppError `invalid_request` for a damaged partition, `unavailable` */
  async *from(position: DatasetPosition | null, dataset: ReadDataset): AsyncGenerator<PositionedRows> {
    for (let after = position?.partition ?? ''; ;) {
      // The partition of the position first, if it is still the same.
      const includesFirst = after === position?.partition;
      const page = await this.page(dataset, { after, includesFirst });
      for (const { id, blobKey } of page) {
        const start = id === position?.partition && blobKey === position.blobKey ? position : undefined;
        yield* this.ofPartition({ partition: id, blobKey, offset: start?.offset ?? 0, row: start?.row ?? 0 }, dataset);
      }
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
      if (includesFirst && page.length === 1) position = null;
    }
  }

  private async page(
    { account, id }: ReadDataset,
    { after, includesFirst }: { readonly after: string; readonly includesFirst: boolean },
  ) {
    return this.rows.transactions.read(async (tx) => {
      const own = includesFirst
        ? await this.rows.datasets.findPartition({ account, dataset: id, id: after }, tx)
        : undefined;
      const others = await this.rows.datasets.listPartitions(
        { account, id },
        { after, limit: PARTITIONS_PER_PAGE },
        tx,
      );
      return own ? [own, ...others] : others;
    });
  }

  private async *ofPartition(from: DatasetPosition, { account, signal }: ReadDataset): AsyncGenerator<PositionedRows> {
    const content = await this.blobs.read(from.blobKey);
    const owner = { owner: account, signal };
    for await (const batch of batchesOf(content, { ...owner, columns: partitionColumns.FIELD_STREAMING })) {
      if (batch.offset < from.offset) continue;
      for (let next: number | null = batch.offset === from.offset ? from.row : 0; next !== null;) {
        const start: number = next;
        const page = await rowPageOf({ ...batch, from: start }, owner);
        if ('problem' in page) throw refusedPartition(page);
        const at = (index: number) => ({ ...from, offset: batch.offset, row: start + index });
        if (page.rows.length > 0) yield { rows: page.rows, at };
        next = page.next;
      }
    }
  }
}
